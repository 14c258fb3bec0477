import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { useToday } from '../../../site/use-today.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { LoadMore } from '../../../ui/lists/load-more.tsx'
import { ownTasksOptions, workspaceQueries } from '../queries.ts'
import { DUE_GROUPS, type DueGroup, dueGroup } from '../rules.ts'
import { MESSAGES, type OwnTask } from '../schema.ts'
import { AwaitedDocumentsRow } from './awaited-documents-row.tsx'
import { OwnTaskRow } from './own-task-row.tsx'

/** «6 pendientes en 2 causas.» */
export function OwnTasksCount() {
  const { data } = useInfiniteQuery(ownTasksOptions())
  if (!data || data.pending === 0) return null
  const { pending, cases } = data
  return (
    <p className="mt-2 text-muted">
      {pending === 1 ? '1 pendiente' : `${pending} pendientes`} en{' '}
      {cases === 1 ? '1 causa' : `${cases} causas`}.
    </p>
  )
}

const isPending = ({ done_at }: OwnTask) => done_at === null

/** SEG-28: the user's tasks in all running cases, by due day; those done today stay until tomorrow. */
export function OwnTaskList() {
  const query = useInfiniteQuery(ownTasksOptions())
  useRefetchOn(['task', 'case'], workspaceQueries().ownTasks.key(), { delay: LIST_DELAY })
  const today = useToday()
  return (
    <Loaded
      query={query}
      failed={MESSAGES.tasksFailed}
      label="Cargando tus tareas…"
      level="h2"
      className="rounded-l border border-line bg-surface p-5 md:p-6"
    >
      {({ items }) => {
        const groups = Map.groupBy(items, ({ due_on }) => dueGroup(due_on, today))
        return (
          <>
            <AwaitedDocumentsList />
            {!items.some(isPending) && (
              <Card flush className="mb-6">
                <EmptyState
                  level="h2"
                  icon={<ListChecks />}
                  title={MESSAGES.noOwnTasks}
                  text="Aquí verás lo que te toca hacer en tus causas en curso."
                />
              </Card>
            )}
            {(Object.keys(DUE_GROUPS) as DueGroup[]).map((group) => (
              <Group
                key={group}
                group={group}
                tasks={groups.get(group) ?? []}
                isCounted={!query.hasNextPage}
              />
            ))}
            <LoadMore query={query} failed={MESSAGES.tasksFailed} />
          </>
        )
      }}
    </Loaded>
  )
}

/** The documents to deliver, for clients; nothing while there are none. */
function AwaitedDocumentsList() {
  const options = workspaceQueries().nextTasks.queryOptions()
  useRefetchOn(['document', 'case'], options.queryKey, { delay: LIST_DELAY })
  const { data } = useQuery(options)
  if (!data || data.documents.length === 0) return null
  return (
    <section aria-labelledby="documentos-por-entregar" className="mb-6">
      <h2 id="documentos-por-entregar" className="mb-2.5 font-sans text-ui font-semibold">
        Documentos por entregar
      </h2>
      <ul className="divide-y divide-line overflow-clip rounded-l border border-line bg-surface">
        {data.documents.map((one) => (
          <AwaitedDocumentsRow key={one.case_id} {...one} />
        ))}
      </ul>
    </section>
  )
}

/** @param isCounted all tasks are loaded */
function Group({
  group,
  tasks,
  isCounted,
}: {
  group: DueGroup
  tasks: readonly OwnTask[]
  isCounted: boolean
}) {
  if (tasks.length === 0) return null
  const pending = tasks.filter(isPending)
  const done = tasks.filter((task) => !isPending(task))
  return (
    <section aria-labelledby={`tareas-${group}`} className="mb-6">
      <h2 id={`tareas-${group}`} className="mb-2.5 font-sans text-ui font-semibold">
        {DUE_GROUPS[group]}{' '}
        {isCounted && pending.length > 0 && (
          <span className="font-medium text-muted tabular-nums">{pending.length}</span>
        )}
      </h2>
      <ul className="divide-y divide-line overflow-clip rounded-l border border-line bg-surface">
        {[...pending, ...done].map((task) => (
          <OwnTaskRow key={task.id} task={task} withDetails />
        ))}
      </ul>
    </section>
  )
}
