/** An avatar, or the first letter of the name. Decorative, since the name is beside it. */
export function Avatar({ name, url, size }: { name: string; url: string; size: 'small' | 'medium' | 'large' }) {
  const pixels = { small: 48, medium: 64, large: 210 }[size]
  const [letter = '?'] = name
  return (
    <span className={`avatar avatar-${size}`} aria-hidden="true">
      {url === '' ? letter.toUpperCase() : <img src={url} alt="" width={pixels} height={pixels} />}
    </span>
  )
}
