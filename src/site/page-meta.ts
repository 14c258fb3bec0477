import { PRODUCT_NAME, pageTitle } from './product.ts'

export interface PageMeta {
  /** Without the product's name; absent on the home page. */
  title?: string | undefined
  description: string
  path: string
  /** For a page about a person: their square photo, if they have one. */
  profile?: { image: string | null } | undefined
}

/** The matches that React Router passes to `meta`; without the root's loader data when it failed. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

const publicUrlOf = (matches: Matches) =>
  (matches[0]?.loaderData as { settings?: { publicUrl?: string } } | undefined)?.settings?.publicUrl ?? ''

/** Meta tags of a public page: title, description, canonical URL, Open Graph. */
export function pageMeta(matches: Matches, { title, description, path, profile }: PageMeta) {
  const publicUrl = publicUrlOf(matches)
  const url = publicUrl + path
  const [image, width, height, card] = profile?.image
    ? [profile.image, '512', '512', 'summary']
    : ['/social.png', '1200', '630', 'summary_large_image']
  const full = title ? pageTitle(title) : `${PRODUCT_NAME}: encuentra al abogado que necesitas`
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: profile ? 'profile' : 'website' },
    { property: 'og:site_name', content: PRODUCT_NAME },
    { property: 'og:locale', content: 'es_CL' },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image.startsWith('/') ? publicUrl + image : image },
    { property: 'og:image:width', content: width },
    { property: 'og:image:height', content: height },
    { name: 'twitter:card', content: card },
  ]
}

/** Meta tags of a page that search engines should not index. */
export const privateMeta = (title: string) => [
  { title: pageTitle(title) },
  { name: 'robots', content: 'noindex' },
]
