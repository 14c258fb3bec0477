import { describe, expect, test } from 'vitest'
import { cleanComment, createInput, reviewErrors, updateInput } from './schema.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const review = (change: Record<string, unknown> = {}) => ({ id: ID, lawyerId: ID, rating: 4, ...change })
const fieldsOf = (input: unknown, schema: typeof createInput | typeof updateInput = createInput) =>
  Object.fromEntries(
    (schema.safeParse(input).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )

describe('the two forms of a review (TRAP-09)', () => {
  test('REV-04, REV-11 a rating from 1 to 5 is required', () => {
    for (const rating of [0, null, 6, -1, 4.5, Number.NaN]) {
      expect(reviewErrors('profile', { rating })).toEqual({
        rating: 'Por favor, selecciona de 1 a 5 estrellas.',
      })
      expect(reviewErrors('panel', { rating, comment: 'Bien' })).toEqual({
        rating: 'Por favor, selecciona una calificación.',
      })
    }
    for (const rating of [1, 2, 3, 4, 5]) expect(reviewErrors('profile', { rating })).toEqual({})
  })

  test('REV-05, LIM-08 on the profile the comment is optional, up to 250 characters', () => {
    expect(reviewErrors('profile', { rating: 5, comment: '  ' })).toEqual({})
    expect(reviewErrors('profile', { rating: 5, comment: 'a'.repeat(250) })).toEqual({})
    expect(reviewErrors('profile', { rating: 5, comment: 'a'.repeat(251) })).toEqual({
      comment: 'El comentario puede tener hasta 250 caracteres.',
    })
  })

  test('REV-12, REV-13, LIM-08 in the panel the comment is required, up to 500 characters', () => {
    for (const comment of ['', ' \n ', '\u200b', null, undefined])
      expect(reviewErrors('panel', { rating: 5, comment })).toEqual({
        comment: 'Por favor, deja un comentario.',
      })
    expect(reviewErrors('panel', { rating: 5, comment: 'a'.repeat(500) })).toEqual({})
    expect(reviewErrors('panel', { rating: 5, comment: 'a'.repeat(501) })).toEqual({
      comment: 'El comentario puede tener hasta 500 caracteres.',
    })
  })
})

describe('server-side validation (OPEN-11)', () => {
  test('REV-10 a comment is cleaned; without a readable character it becomes null', () => {
    expect(cleanComment('  Muy\r\nbien \u0007 ')).toBe('Muy\nbien')
    expect(createInput.parse(review({ comment: '\u200b \n' })).comment).toBeNull()
    expect(createInput.parse(review()).comment).toBeUndefined()
    expect(createInput.parse(review({ comment: null })).comment).toBeNull()
  })

  test('REV-10, OPEN-06 only id, lawyer, case, stars and comment are accepted', () => {
    for (const key of ['client_id', 'clientId', 'created_at', 'lawyer_id', 'author'])
      expect(createInput.safeParse(review({ [key]: ID })).success, key).toBe(false)
    for (const key of ['lawyerId', 'client_id', 'created_at'])
      expect(updateInput.safeParse({ id: ID, rating: 4, [key]: ID }).success, key).toBe(false)
  })

  test('REV-04 stars: 0, 6, 4.5 and strings are refused', () => {
    for (const rating of [0, 6, 4.5, '4', null, undefined])
      expect(fieldsOf(review({ rating }))).toEqual({ rating: 'Por favor, selecciona de 1 a 5 estrellas.' })
  })

  test.each([
    ['REV-05 without a case the profile form applies', {}, 250],
    ['REV-13 with a case the panel form applies', { caseId: ID }, 500],
  ])('%s', (_title, form, maxLength) => {
    const text = `El comentario puede tener hasta ${maxLength} caracteres.`
    for (const schema of [createInput, updateInput]) {
      const input = schema === createInput ? review(form) : { id: ID, rating: 4, ...form }
      expect(schema.safeParse({ ...input, comment: 'a'.repeat(maxLength) }).success).toBe(true)
      expect(fieldsOf({ ...input, comment: 'a'.repeat(maxLength + 1) }, schema)).toEqual({ comment: text })
    }
    expect(fieldsOf(review({ ...form, comment: 'a'.repeat(6_000) })).comment).toMatch(/^El comentario puede/)
  })

  test('REV-12 with a case the comment is required', () => {
    expect(fieldsOf(review({ caseId: ID }))).toEqual({ comment: 'Por favor, deja un comentario.' })
    expect(fieldsOf({ id: ID, rating: 4, caseId: ID, comment: ' ' }, updateInput)).toEqual({
      comment: 'Por favor, deja un comentario.',
    })
  })
})
