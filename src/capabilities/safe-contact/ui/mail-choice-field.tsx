import { useQuery, useQueryClient } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import type { SafeContactContract } from '../contract.ts'
import { safeContactQueries } from '../queries.ts'
import { type ContactInput, type MailChoice, MESSAGES } from '../schema.ts'
import { mailOptions, valuesOf } from './contact-values.ts'

/** PLZ-70: the question alone, saved when it is answered: a form within the form of a new case would not be HTML. */
export function MailChoiceField() {
  const client = useQueryClient()
  const options = safeContactQueries().choice.queryOptions()
  const query = useQuery(options)
  const { submit, pending } = useSubmit(
    (input: ContactInput) => rpc<SafeContactContract>('safeContact').save(input),
    {
      onDone(saved) {
        client.setQueryData(options.queryKey, saved)
        toast({ kind: 'success', title: MESSAGES.saved })
      },
      toast: MESSAGES.notSaved,
    },
  )
  return (
    <Loaded query={query} failed={MESSAGES.failed} label="Cargando…">
      {(stored) => (
        <RadioGroup
          label={MESSAGES.title}
          hint="Hasta que elijas otra cosa, te escribimos con discreción. En «Editar perfil» puedes decir también si pueden llamarte."
          options={mailOptions(stored)}
          value={stored.is_chosen ? stored.mail : 'discreto'}
          disabled={pending}
          onChange={(mail) => void submit({ ...valuesOf(stored), mail: mail as MailChoice })}
        />
      )}
    </Loaded>
  )
}
