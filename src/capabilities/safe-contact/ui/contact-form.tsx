import { useQuery, useQueryClient } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { registerField } from '../../../ui/fields/register-field.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useControlledField } from '../../../ui/fields/use-controlled-field.ts'
import type { SafeContactContract } from '../contract.ts'
import { safeContactQueries } from '../queries.ts'
import { CALL_LABELS } from '../rules.ts'
import {
  CALL_CHOICES,
  type ContactInput,
  type ContactView,
  contactInput,
  MESSAGES,
  NOTE_MAX,
} from '../schema.ts'
import { mailOptions, valuesOf } from './contact-values.ts'

/** PLZ-70, PLZ-73: how a client is written to and called. */
export function ContactForm() {
  const query = useQuery(safeContactQueries().choice.queryOptions())
  return (
    <Loaded query={query} failed={MESSAGES.failed} label="Cargando…">
      {(stored) => <Form stored={stored} />}
    </Loaded>
  )
}

function Form({ stored }: { stored: ContactView }) {
  const client = useQueryClient()
  const form = useSchemaForm<ContactInput>(contactInput, valuesOf(stored))
  const mail = useControlledField(form.control, 'mail')
  const calls = useControlledField(form.control, 'calls')
  const { submit, pending, problem } = useFormSubmit(form, rpc<SafeContactContract>('safeContact').save, {
    onDone(saved) {
      client.setQueryData(safeContactQueries().choice.queryOptions().queryKey, saved)
      form.reset(valuesOf(saved))
      toast({ kind: 'success', title: MESSAGES.saved })
    },
    toast: MESSAGES.notSaved,
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-6">
      <RadioGroup {...mail} label={MESSAGES.title} options={mailOptions(stored)} />
      <RadioGroup
        {...calls}
        label="Llamadas"
        hint="Lo ven los abogados con quienes conversas."
        look="pills"
        options={CALL_CHOICES.map((value) => ({ value, label: CALL_LABELS[value] }))}
      />
      {calls.value === 'horario' && (
        <TextField
          label="¿En qué horario?"
          hint="Por ejemplo: de lunes a viernes, de 10:00 a 13:00."
          required
          {...registerField(form, 'hours')}
        />
      )}
      <TextArea
        label="Algo que tu abogado deba saber"
        hint="Lo ven los abogados con quienes conversas."
        limit={NOTE_MAX}
        {...registerField(form, 'note')}
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div>
        <SubmitButton pending={pending} pendingLabel="Guardando…">
          Guardar contacto
        </SubmitButton>
      </div>
    </form>
  )
}
