import { useMutation } from '@tanstack/react-query'
import { failureOf } from '../../../platform/rpc/client.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { privacyQueries } from '../queries.ts'
import { VISITOR_MESSAGES } from '../visitor-schema.ts'
import { Fact } from './request-facts.tsx'

/** DAT-26 «Buscar coincidencias»: counts by group, never the rows. */
export function VisitorMatches({ requestId }: { requestId: string }) {
  const search = useMutation(privacyQueries().findMatches.mutationOptions())
  const groups = search.data?.groups
  return (
    <section aria-labelledby="coincidencias" className="max-w-190">
      <h3 id="coincidencias" className="mb-2 font-sans text-ui font-semibold">
        Coincidencias
      </h3>
      <div role="status">
        {groups?.length === 0 && <p className="text-ui">Ningún dato coincide.</p>}
        {groups && groups.length > 0 && (
          <dl>
            {groups.map(({ title, count }) => (
              <Fact key={title} name={title}>
                {count}
              </Fact>
            ))}
          </dl>
        )}
      </div>
      {search.error && (
        <Notice kind="danger" live>
          {failureOf(search.error).message}
        </Notice>
      )}
      {!groups && (
        <Button pending={search.isPending} onClick={() => search.mutate({ requestId })}>
          Buscar coincidencias
        </Button>
      )}
      <p className="mt-3 text-small text-muted">{VISITOR_MESSAGES.neverSearched}</p>
    </section>
  )
}
