import { Loaded } from '../../../site/loaded.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { LoadMore } from '../../../ui/lists/load-more.tsx'
import type { CaseView } from '../../cases/schema.ts'
import { MESSAGES } from '../schema.ts'
import { EntryList } from './entry-list.tsx'
import { UpdateDetails } from './update-details.tsx'
import { useHistory } from './use-progress.ts'

/** SEG-02: everything that happened in a case, with the updates in full. */
export function CaseHistory({ view }: { view: CaseView }) {
  const query = useHistory(view.id)
  return (
    <Loaded query={query} failed={MESSAGES.historyFailed} label="Cargando el historial…" level="h2">
      {({ items }) => (
        <>
          <Card>
            {items.length === 0 ? (
              <p className="text-ui">Aún no hay nada en el historial.</p>
            ) : (
              <EntryList entries={items} label="Historial de la causa">
                {({ update, is_mine }) =>
                  update && <UpdateDetails view={view} update={update} isMine={is_mine} />
                }
              </EntryList>
            )}
          </Card>
          <LoadMore query={query} failed={MESSAGES.historyFailed} />
        </>
      )}
    </Loaded>
  )
}
