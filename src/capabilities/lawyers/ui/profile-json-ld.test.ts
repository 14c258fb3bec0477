import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PublicLawyer } from '../schema.ts'
import { metaDescription, ProfileJsonLd, profileJsonLd } from './profile-json-ld.tsx'

const LAWYER: PublicLawyer = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Ana </script><script>alert(1)</script>',
  avatar_url: '/archivos/avatars/a.jpg',
  specialties: ['Divorcio', 'Adopción', 'Otro', 'Herencias y posesiones'],
  price: 40_000,
  description: 'Primero.\n\nSegundo párrafo.',
  experience: 12,
  name_confirmed: true,
  is_verified: true,
  plan: 'gratis',
  university: 'Universidad de Chile',
  address_commune: 'Maipú',
  rating: 0,
  review_count: 0,
}

test('docs/design.md §10 the meta description is one line that ends at a word', () => {
  expect(metaDescription(LAWYER)).toBe('Divorcio, Adopción, Otro en Maipú. Primero. Segundo párrafo.')
  const long = metaDescription({ ...LAWYER, description: 'palabra '.repeat(60) })
  expect(long.length).toBeLessThanOrEqual(160)
  expect(long).toMatch(/ palabra…$/)
  expect(metaDescription({ ...LAWYER, specialties: [], address_commune: null, description: null })).toBe(
    'General.',
  )
})

test('docs/design.md §10 the JSON-LD block is valid JSON, and no name can close its element', () => {
  const html = renderToStaticMarkup(
    createElement(ProfileJsonLd, { lawyer: LAWYER, publicUrl: 'https://amparo.test', nonce: 'n' }),
  )
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  const json = html.replace(/^<script[^>]*>/, '').replace('</script>', '')
  expect(JSON.parse(json)).toEqual(profileJsonLd(LAWYER, 'https://amparo.test'))
  expect(JSON.parse(json).mainEntity).toMatchObject({
    name: LAWYER.name,
    url: `https://amparo.test/lawyer/${LAWYER.id}`,
    image: 'https://amparo.test/archivos/avatars/a.jpg',
    makesOffer: { price: 40_000, priceCurrency: 'CLP' },
  })
})

test('docs/design.md §10, OPEN-53 the rating is included only if there are reviews', () => {
  const ratingOf = (change: Partial<PublicLawyer>) =>
    profileJsonLd({ ...LAWYER, ...change }, 'https://amparo.test').mainEntity.makesOffer.itemOffered
  expect(ratingOf({})).not.toHaveProperty('aggregateRating')
  expect(ratingOf({ rating: 4.7, review_count: 18 })).toHaveProperty('aggregateRating', {
    '@type': 'AggregateRating',
    ratingValue: 4.7,
    reviewCount: 18,
    bestRating: 5,
    worstRating: 1,
  })
})
