import { useQuery, useQueryClient } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import type { ChatContract } from '../contract.ts'
import { chatQueries } from '../queries.ts'

/** SEG-72: «Mostrar cuándo leo»; saved when it is pressed. */
export function ShowReading() {
  const client = useQueryClient()
  const options = chatQueries().showsReading.queryOptions()
  const query = useQuery(options)
  const { submit, pending } = useSubmit(rpc<ChatContract>('chat').showReading, {
    onDone: (saved) => client.setQueryData(options.queryKey, saved),
  })
  return (
    <Loaded query={query} label="Cargando…">
      {({ shows }) => (
        <Checkbox
          label="Mostrar cuándo leo"
          hint="Quien te escribe ve «Visto» bajo el último mensaje que leíste. Si lo quitas, tampoco verás cuándo leen los demás."
          checked={shows}
          aria-busy={pending}
          onChange={({ target }) => void submit({ shows: target.checked })}
        />
      )}
    </Loaded>
  )
}
