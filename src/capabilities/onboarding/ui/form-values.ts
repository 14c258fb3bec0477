import { toPhoneDigits, toStoredPhone } from '../../../chile/phone.ts'
import { formatRut } from '../../../chile/rut.ts'
import { MESSAGES } from '../../lawyers/schema.ts'
import { type InitialForm, type RawSubmitInput, submitInput } from '../schema.ts'

/**
 * Values of the form: the RUT as typed, and of the phone number the eight digits after +56 9 (TRAP-39). All but
 * the files survive a reload.
 */
export type FormValues = InitialForm['values'] & {
  avatar: Blob | null
  /** A chosen file, or ON_FILE for the one of an earlier submission. */
  idCard: File | typeof ON_FILE | null
}

export const ON_FILE = 'on-file'

/** OPEN-27: the three steps and their fields, in the order of validation. */
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

/** Initial form values: empty, or the returned profile (OPEN-02). */
export function initialValues({ values, idCard }: InitialForm): FormValues {
  return {
    ...values,
    location: { ...values.location },
    specialties: [...values.specialties],
    rut: formatRut(values.rut),
    phoneNumber: toPhoneDigits(values.phoneNumber),
    avatar: null,
    idCard: idCard ? ON_FILE : null,
  }
}

/** Converts form values to the input of `submit`, without the files. */
export function toSubmitInput({ avatar: _avatar, idCard: _idCard, ...values }: FormValues): RawSubmitInput {
  // Missing numbers are null here; the schema rejects them with the text of their field.
  return { ...values, phoneNumber: toStoredPhone(values.phoneNumber) } as RawSubmitInput
}

/**
 * Validates the form with the server's schema, plus the ID card, which is not part of it.
 * @returns errors by field
 */
export function findProblems(values: FormValues): Map<string, string> {
  const problems = new Map<string, string>()
  const addProblem = (field: string, message: string) => {
    if (!problems.has(field)) problems.set(field, message)
  }
  const parsed = submitInput.safeParse(toSubmitInput(values))
  for (const issue of parsed.error?.issues ?? []) addProblem(nameOf(issue.path), issue.message)
  if (values.idCard === null) addProblem('idCard', MESSAGES.idCard)
  return problems
}

/** Field name for the path of an issue: «location.region», but «specialties» for one of its items. */
const nameOf = (path: readonly PropertyKey[]) =>
  path[0] === 'location' ? path.slice(0, 2).join('.') : String(path[0])

/** Zero-based step of a field; -1 if it is in none. */
export const stepOfField = (field: string) =>
  FORM_STEPS.findIndex(({ fields }) => (fields as readonly string[]).includes(field))

export const firstInvalidField = (problems: ReadonlyMap<string, string>, steps = FORM_STEPS.slice()) =>
  steps.flatMap(({ fields }): FieldName[] => [...fields]).find((field) => problems.has(field))
