import { useQuery } from '@tanstack/react-query'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { PanelList } from '../../../site/panels/panel-list.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { workspaceQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'
import { AwaitedDocumentsRow } from './awaited-documents-row.tsx'
import { OwnTaskRow } from './own-task-row.tsx'

/**
 * SEG-28: the documents that a client still has to deliver and the user's next tasks, with a link to all tasks.
 * @param hasCases whether the user has running cases; without any, an empty list is not shown
 */
export function NextTasksPanel({ hasCases }: { hasCases: boolean }) {
  const options = workspaceQueries().nextTasks.queryOptions()
  useRefetchOn(['task', 'case', 'document'], options.queryKey, { delay: LIST_DELAY })
  const { data, error, refetch } = useQuery(options)
  return (
    <PanelList
      title="Tus tareas"
      query={{ data: data && { items: [...data.documents, ...data.tasks] }, error, refetch }}
      failed={MESSAGES.tasksFailed}
      end={() => <TextLink to="/tareas">Ver todas</TextLink>}
      empty={hasCases ? MESSAGES.noOwnTasks : undefined}
    >
      {(item) =>
        'id' in item ? (
          <OwnTaskRow key={item.id} task={item} />
        ) : (
          <AwaitedDocumentsRow key={item.case_id} {...item} />
        )
      }
    </PanelList>
  )
}
