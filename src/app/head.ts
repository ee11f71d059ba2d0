import type { MetaDescriptor } from 'react-router'

/** The head of one screen: its title before the name of the house, and one sentence for those who only see that. */
export function head(title: string | null, description: string): MetaDescriptor[] {
  const full = title ? `${title} · Hoshi` : 'Hoshi'
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: 'Hoshi' },
  ]
}
