import { useQuery } from '@tanstack/react-query'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { PanelList } from '../../../site/panels/panel-list.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { workspaceQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'
import { OwnTaskRow } from './own-task-row.tsx'

/**
 * SEG-28: the user's next tasks, with a link to all.
 * @param hasCases whether the user has running cases; without any, an empty list is not shown
 */
export function NextTasksPanel({ hasCases }: { hasCases: boolean }) {
  const options = workspaceQueries().nextTasks.queryOptions()
  useRefetchOn(['task', 'case'], options.queryKey, { delay: LIST_DELAY })
  const { data, error, refetch } = useQuery(options)
  return (
    <PanelList
      title="Tus tareas"
      query={{ data: data && { items: data.tasks, total: data.pending }, error, refetch }}
      failed={MESSAGES.tasksFailed}
      end={() => <TextLink to="/tareas">Ver todas</TextLink>}
      empty={hasCases ? MESSAGES.noOwnTasks : undefined}
    >
      {(task) => <OwnTaskRow key={task.id} task={task} />}
    </PanelList>
  )
}
