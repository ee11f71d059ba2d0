// Messages for when the browser uses no passkey. @see docs/product.md#passkeys

export const PASSKEYS_UNSUPPORTED = 'This browser has no passkeys. Please use another one.'
export const PASSKEY_NOT_USED = 'No passkey was used. You can try again, or log in with your password.'
export const PASSKEY_NOT_MADE = 'No passkey was made. You can try again.'
export const PASSKEY_MADE_BEFORE = 'This device already has a passkey for your account.'
