import { digitsOfPhone, phoneOf } from '../../../chile/phone.ts'
import { formatRut } from '../../../chile/rut.ts'
import { MESSAGES } from '../../lawyers/schema.ts'
import { type FormStart, type SubmitDraft, submitInput } from '../schema.ts'

/** What the form holds while it is filled in. Everything but the files survives a reload. */
export interface FormValues {
  firstName: string
  lastName: string
  rut: string
  /** The eight digits after +56 9 (TRAP-39). */
  phoneNumber: string
  /** YYYY-MM-DD, or empty. */
  birthDate: string
  /** A new photo, cut. */
  avatar: Blob | null
  location: { region: string; commune: string }
  addressStreet: string
  addressNumber: string
  addressApartment: string
  /** A file of this browser, the one the server has from an earlier submission, or none. */
  idCard: File | typeof ON_FILE | null
  university: string
  graduationYear: number | null
  specialties: string[]
  experience: number | null
  /** Chilean pesos. */
  price: number | null
  description: string
}

export const ON_FILE = 'on-file'

/** OPEN-27: the three steps and their fields, in the order they are looked at. */
export const FORM_STEPS = [
  { title: 'Información Personal', fields: ['firstName', 'lastName', 'rut', 'phoneNumber', 'birthDate'] },
  {
    title: 'Dirección',
    fields: ['location.region', 'location.commune', 'addressStreet', 'addressNumber', 'addressApartment'],
  },
  {
    title: 'Información Profesional',
    fields: ['idCard', 'university', 'graduationYear', 'specialties', 'experience', 'price', 'description'],
  },
] as const

export type FieldName = (typeof FORM_STEPS)[number]['fields'][number]

/** The form's first values: empty, or the profile that was returned (OPEN-02). */
export function startValues({ values, idCard }: FormStart): FormValues {
  return {
    ...values,
    location: { ...values.location },
    specialties: [...values.specialties],
    rut: formatRut(values.rut),
    phoneNumber: digitsOfPhone(values.phoneNumber),
    avatar: null,
    idCard: idCard ? ON_FILE : null,
  }
}

/** What is sent of the form's values, files apart. */
export function sentFields({ avatar: _avatar, idCard: _idCard, ...values }: FormValues): SubmitDraft {
  // The schema refuses null where a number is missing, with that field's own words.
  return { ...values, phoneNumber: phoneOf(values.phoneNumber) } as SubmitDraft
}

/** What is wrong with the form, by field: the server's own schema, and the card, which is no field of it. */
export function problemsOf(values: FormValues): Map<string, string> {
  const problems = new Map<string, string>()
  const note = (field: string, message: string) => {
    if (!problems.has(field)) problems.set(field, message)
  }
  const parsed = submitInput.safeParse(sentFields(values))
  for (const issue of parsed.error?.issues ?? []) note(nameOf(issue.path), issue.message)
  if (values.idCard === null) note('idCard', MESSAGES.idCard)
  return problems
}

/** The field of an issue's path: «location.region», but «specialties» for one of its items. */
const nameOf = (path: readonly PropertyKey[]) =>
  path[0] === 'location' ? path.slice(0, 2).join('.') : String(path[0])

/** The step of a field, from 0. */
export const stepOf = (field: string) =>
  FORM_STEPS.findIndex(({ fields }) => (fields as readonly string[]).includes(field))

/** The first wrong field as the form goes, or undefined when nothing is. */
export const firstProblem = (problems: ReadonlyMap<string, string>, steps = FORM_STEPS.slice()) =>
  steps.flatMap(({ fields }): FieldName[] => [...fields]).find((field) => problems.has(field))
