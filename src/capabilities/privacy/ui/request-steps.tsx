import { Notice } from '../../../ui/feedback/notice.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { isCorrectable, namedObject, type RequestSubject } from '../request-rules.ts'
import { MAX_DETAILS, MAX_REQUEST_FILES, NEEDS_WORDS, REQUEST_CAUSES, type RequestCause } from '../schema.ts'
import { EvidenceField } from './evidence-field.tsx'
import { ObjectField } from './object-field.tsx'
import { CAUSES } from './request-causes.ts'
import type { DraftValues } from './request-draft.ts'

interface StepProps {
  values: DraftValues
  problems: Readonly<Record<string, string>>
  change(part: Partial<DraftValues>): void
}

/** DAT-10: about what; of a correction also what it must say. */
export function SubjectStep({
  subjects,
  values: { kind, about, objectId, newValue },
  problems,
  change,
}: StepProps & { subjects: readonly RequestSubject[] }) {
  const isCorrection = kind === 'corregir' && isCorrectable(about)
  const object = namedObject(kind, about)
  const field = {
    label: 'Debe decir',
    value: newValue,
    error: problems.newValue,
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ newValue: event.currentTarget.value }),
  }
  return (
    <>
      <RadioGroup
        label="Elige una opción"
        options={subjects}
        value={about}
        error={problems.about}
        onChange={(value) => change({ about: value, objectId: null, newValue: '' })}
      />
      {isCorrection && (about === 'nacimiento' ? <DateField {...field} /> : <TextField {...field} />)}
      {object && (
        <ObjectField
          object={object}
          isBlock={kind === 'bloquear'}
          value={objectId}
          error={problems.objectId}
          onChange={(id) => change({ objectId: id })}
        />
      )}
      {kind === 'bloquear' && <WhatABlockDoes />}
      {about === 'cuenta' && <WholeAccount />}
    </>
  )
}

/** DAT-18, DAT-19. */
const WhatABlockDoes = () => (
  <Notice>
    Dejamos de mostrarlo al enviar la solicitud y te respondemos en dos días hábiles. Tus chats y tus causas
    en curso siguen igual. Cada dato se puede bloquear una vez.
  </Notice>
)

/** DAT-20: what is deleted with the account, and what stays with the other party. */
const WholeAccount = () => (
  <Notice title="Qué pasa al eliminar tu cuenta">
    Se borran tu perfil, tus datos, tus archivos y tus avisos. La otra parte conserva los mensajes, acuerdos y
    documentos que compartieron, sin tu nombre: los necesita para ejercer o defender sus derechos (art. 7, ii
    y vi). Para pedir que borremos algo de eso, continúa y cuéntanos qué.
  </Notice>
)

const DETAILS_LABELS: Readonly<Partial<Record<string, string>>> = {
  revision: '¿Qué sugerencia viste y qué quieres que revise una persona?',
  consulta: '¿Qué quieres saber o pedir?',
  llevar: '¿Qué datos quieres llevar?',
}

/** DAT-11: cause and details, and the evidence of a correction. */
export function DetailsStep({
  values: { kind, cause, details },
  problems,
  change,
  files,
  onFiles,
}: StepProps & { files: readonly File[]; onFiles(files: File[]): void }) {
  const causes = kind ? CAUSES[kind] : undefined
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
        label={DETAILS_LABELS[kind ?? ''] ?? 'Detalle'}
        hint={
          kind === 'revision'
            ? 'No guardamos tus búsquedas: pega aquí lo que viste.'
            : 'No incluyas datos de otras personas si no hace falta.'
        }
        optional={kind === 'corregir' || !NEEDS_WORDS[kind ?? 'acceso']}
        rows={5}
        limit={MAX_DETAILS}
        value={details}
        error={problems.details}
        onChange={(event) => change({ details: event.currentTarget.value })}
      />
      {kind === 'corregir' && (
        <EvidenceField
          label="Prueba"
          hint="Hasta 3 archivos PDF, JPG o PNG de 10 MB. Solo los ve quien responde."
          optional
          files={files}
          max={MAX_REQUEST_FILES}
          error={problems.fileKeys}
          onChange={onFiles}
        />
      )}
    </>
  )
}
