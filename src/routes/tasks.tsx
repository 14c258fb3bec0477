import type { CalendarContract } from '../capabilities/calendar/contract.ts'
import { calendarQueries } from '../capabilities/calendar/queries.ts'
import { CalendarCard } from '../capabilities/calendar/ui/calendar-card.tsx'
import type { WorkspaceContract } from '../capabilities/workspace/contract.ts'
import { ownTasksOptions, workspaceQueries } from '../capabilities/workspace/queries.ts'
import { OwnTaskList, OwnTasksCount } from '../capabilities/workspace/ui/own-tasks.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/tasks'

export const meta: Route.MetaFunction = () => privateMeta('Tus tareas')

/** SEG-28, OPEN-03: clients and lawyers; administrators have no tasks. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requireSession(context, url, ({ role }) => (role === 'admin' ? '/admin-dashboard' : null))
  const workspace = sliceClient<WorkspaceContract>(context, 'workspace')
  const calendar = calendarQueries(sliceClient<CalendarContract>(context, 'calendar'))
  return prefetch(
    ownTasksOptions(workspace),
    workspaceQueries(workspace).nextTasks.queryOptions(),
    calendar.feed.queryOptions(),
  )
}

export default function Tasks({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData}>
      <PageContainer className="pb-14 md:pb-18">
        <div className="mx-auto max-w-195">
          <div className="pt-8 pb-6">
            <h1>Tus tareas</h1>
            <OwnTasksCount />
          </div>
          <OwnTaskList />
          <CalendarCard />
        </div>
      </PageContainer>
    </QueryProvider>
  )
}
