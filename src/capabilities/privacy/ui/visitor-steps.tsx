import { Notice } from '../../../ui/feedback/notice.tsx'
import { PhoneField } from '../../../ui/fields/phone-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { MAX_DETAILS, NEEDS_WORDS, REQUEST_CAUSES, type RequestCause } from '../schema.ts'
import {
  DATUM_KINDS,
  type DatumKind,
  QUALITIES,
  type Quality,
  VISITOR_REQUEST_KINDS,
  type VisitorRequestKind,
} from '../visitor-schema.ts'
import { CAUSES } from './request-causes.ts'
import type { VisitorDraft } from './visitor-draft.ts'

interface VisitorStepProps {
  values: VisitorDraft
  problems: Readonly<Record<string, string>>
  change(part: Partial<VisitorDraft>): void
}

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

type Step = (props: VisitorStepProps) => React.ReactNode

const KindStep: Step = ({ values, problems, change }) => (
  <RadioGroup
    label="Elige una opción"
    options={optionsOf(VISITOR_REQUEST_KINDS)}
    value={values.kind}
    error={problems.kind}
    onChange={(kind) => change({ kind: kind as VisitorRequestKind, cause: null })}
  />
)

const AskerStep: Step = ({ values, problems, change }) => (
  <>
    <TextField
      label="Tu nombre completo"
      autoComplete="name"
      value={values.name}
      error={problems.name}
      onChange={(event) => change({ name: event.currentTarget.value })}
    />
    <RadioGroup
      label="¿Por quién pides?"
      options={optionsOf(QUALITIES)}
      value={values.quality}
      error={problems.quality}
      onChange={(quality) => change({ quality: quality as Quality })}
    />
    {values.quality !== null && values.quality !== 'titular' && (
      <Notice>
        {values.quality === 'representante'
          ? 'Después de confirmar tu correo te pediremos el poder o el documento que te permite pedir por esa persona.'
          : 'Después de confirmar tu correo te pediremos el certificado de defunción y lo que prueba que eres heredero.'}
      </Notice>
    )}
  </>
)

const DatumStep: Step = ({ values: { datumKind, datum, quality }, problems, change }) => (
  <>
    <RadioGroup
      label="Elige una opción"
      options={optionsOf(DATUM_KINDS)}
      value={datumKind}
      error={problems.datumKind}
      onChange={(kind) => change({ datumKind: kind as DatumKind, datum: '' })}
    />
    {datumKind === 'phone' ? (
      <PhoneField
        label="Teléfono"
        value={datum}
        error={problems.datum}
        onChange={(digits) => change({ datum: digits })}
      />
    ) : (
      datumKind && (
        <TextField
          key={datumKind}
          label={datumKind === 'email' ? 'Correo' : 'RUT'}
          hint={quality === 'titular' || quality === null ? undefined : 'De la persona por quien pides.'}
          type={datumKind === 'email' ? 'email' : 'text'}
          autoComplete="off"
          value={datum}
          error={problems.datum}
          onChange={(event) => change({ datum: event.currentTarget.value })}
        />
      )
    )}
  </>
)

const DETAILS_LABELS: Readonly<Partial<Record<VisitorRequestKind, string>>> = {
  corregir: '¿Qué dato está mal y qué debe decir?',
  revision: '¿Qué sugerencia viste y qué quieres que revise una persona?',
  consulta: '¿Qué quieres saber o pedir?',
  llevar: '¿Qué datos quieres llevar?',
}

const DetailsStep: Step = ({ values: { kind, cause, details }, problems, change }) => {
  const causes = kind && kind !== 'acceso' ? CAUSES[kind] : undefined
  return (
    <>
      {causes && (
        <RadioGroup
          label="Motivo"
          options={causes.map((value) => ({ value, label: REQUEST_CAUSES[value] }))}
          value={cause}
          error={problems.cause}
          onChange={(value) => change({ cause: value as RequestCause })}
        />
      )}
      <TextArea
        label={DETAILS_LABELS[kind ?? 'acceso'] ?? 'Detalle'}
        hint={
          kind === 'revision'
            ? 'No guardamos tus búsquedas: pega aquí lo que viste.'
            : 'No incluyas datos de otras personas si no hace falta.'
        }
        optional={!NEEDS_WORDS[kind ?? 'acceso']}
        rows={5}
        limit={MAX_DETAILS}
        value={details}
        error={problems.details}
        onChange={(event) => change({ details: event.currentTarget.value })}
      />
    </>
  )
}

const EmailStep: Step = ({ values: { email }, problems, change }) => (
  <TextField
    label="Tu correo"
    hint="Te enviaremos un código de 6 dígitos para confirmarlo. Ahí llegará la respuesta."
    type="email"
    autoComplete="email"
    value={email}
    error={problems.email}
    onChange={(event) => change({ email: event.currentTarget.value })}
  />
)

/** DAT-23: the questions in their order, and the fields of each. */
export const VISITOR_STEPS: readonly { title: string; fields: readonly string[]; Fields: Step }[] = [
  { title: '¿Qué quieres pedir?', fields: ['kind'], Fields: KindStep },
  { title: '¿Quién pide?', fields: ['name', 'quality'], Fields: AskerStep },
  { title: '¿Qué dato buscamos?', fields: ['datumKind', 'datum'], Fields: DatumStep },
  { title: 'Cuéntanos más', fields: ['cause', 'details'], Fields: DetailsStep },
  { title: '¿Dónde te respondemos?', fields: ['email', 'requestId'], Fields: EmailStep },
]
