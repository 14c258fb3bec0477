import type { PublicLawyer } from '../schema.ts'

const META_DESCRIPTION_MAX = 160

/** Meta description: specialties, place and the start of the own description. */
export function metaDescription({ specialties, address_commune, description }: PublicLawyer): string {
  const what = specialties.slice(0, 3).join(', ') || 'General'
  const where = address_commune ? ` en ${address_commune}` : ''
  const text = `${what}${where}. ${description ?? ''}`.replace(/\s+/g, ' ').trim()
  if (text.length <= META_DESCRIPTION_MAX) return text
  return `${text.slice(0, META_DESCRIPTION_MAX - 1).replace(/\s+\S*$/, '')}…`
}

const toAbsoluteUrl = (publicUrl: string, path: string) => (path.startsWith('/') ? publicUrl + path : path)

/** Structured data in schema.org vocabulary (docs/design.md §10), limited to what the page shows. */
export function profileJsonLd(lawyer: PublicLawyer, publicUrl: string) {
  const { id, name, avatar_url, description, specialties, university, address_commune, price } = lawyer
  const { rating, review_count } = lawyer
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Person',
      '@id': `${publicUrl}/lawyer/${id}`,
      url: `${publicUrl}/lawyer/${id}`,
      name,
      jobTitle: 'Abogado',
      knowsAbout: specialties,
      ...(avatar_url && { image: toAbsoluteUrl(publicUrl, avatar_url) }),
      ...(description && { description }),
      ...(university && { alumniOf: { '@type': 'CollegeOrUniversity', name: university } }),
      ...(address_commune && {
        address: { '@type': 'PostalAddress', addressLocality: address_commune, addressCountry: 'CL' },
      }),
      makesOffer: {
        '@type': 'Offer',
        price,
        priceCurrency: 'CLP',
        itemOffered: {
          '@type': 'Service',
          name: 'Consulta',
          serviceType: 'Asesoría legal',
          // schema.org allows a rating on the service, not on the person. Omit it without reviews (OPEN-53).
          ...(review_count > 0 && {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: rating,
              reviewCount: review_count,
              bestRating: 5,
              worstRating: 1,
            },
          }),
        },
      },
    },
  }
}

/** JSON-LD script element of the page. Escapes «<», so that no text can close the element. */
export function ProfileJsonLd({
  lawyer,
  publicUrl,
  nonce,
}: {
  lawyer: PublicLawyer
  publicUrl: string
  nonce: string
}) {
  const json = JSON.stringify(profileJsonLd(lawyer, publicUrl)).replace(/</g, '\\u003c')
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      // Browsers hide the nonce from scripts, so hydration sees another value.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without «<»
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}
