import type { PublicLawyer } from '../schema.ts'

/** Longest description that search engines show. */
const DESCRIPTION_MAX = 160

/** A sentence or two for the head of the page: what, where, and how it begins. */
export function summaryOf({ specialties, address_commune, description }: PublicLawyer): string {
  const what = specialties.slice(0, 3).join(', ') || 'General'
  const where = address_commune ? ` en ${address_commune}` : ''
  const text = `${what}${where}. ${description ?? ''}`.replace(/\s+/g, ' ').trim()
  if (text.length <= DESCRIPTION_MAX) return text
  return `${text.slice(0, DESCRIPTION_MAX - 1).replace(/\s+\S*$/, '')}…`
}

const absolute = (publicUrl: string, path: string) => (path.startsWith('/') ? publicUrl + path : path)

/** What the page is about, in schema.org's words (DESIGN §10): nothing that the page does not show. */
export function schemaOf(lawyer: PublicLawyer, publicUrl: string) {
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
      ...(avatar_url && { image: absolute(publicUrl, avatar_url) }),
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
          // A person has no rating in schema.org; what they do has. None at all rather than one of nothing (OPEN-53).
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

/** The same as a data block of the page. No text in it can end the element. */
export function ProfileData({
  lawyer,
  publicUrl,
  nonce,
}: {
  lawyer: PublicLawyer
  publicUrl: string
  nonce: string
}) {
  const json = JSON.stringify(schemaOf(lawyer, publicUrl)).replace(/</g, '\\u003c')
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      // The browser hides the nonce from scripts.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without «<»
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}
