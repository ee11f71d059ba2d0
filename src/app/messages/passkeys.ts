// Messages for when the browser uses no passkey. @see docs/product.md#passkeys

export const PASSKEYS_UNSUPPORTED = 'This browser does not support passkeys. Please use another browser.'
export const PASSKEY_NOT_USED = 'No passkey was used. You can try again, or log in with your password.'
export const PASSKEY_NOT_MADE = 'No passkey was created. You can try again.'
export const PASSKEY_MADE_BEFORE = 'This device already has a passkey for your account.'
