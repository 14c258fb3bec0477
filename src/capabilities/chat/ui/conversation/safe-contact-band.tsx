import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '../../../../site/loaded.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { chatQueries } from '../../queries.ts'

/** PLZ-73: above the conversation of a lawyer, how the client can be contacted without danger. */
export function SafeContactBand({ chatId }: { chatId: string }) {
  const { data, error, refetch } = useQuery({
    ...chatQueries().safeContact.queryOptions({ input: { chatId } }),
    // The client may have changed it meanwhile.
    refetchOnWindowFocus: true,
  })
  if (!data && !error) return null
  if (data?.sentence === null) return null
  return (
    <div className="border-b border-line px-4 py-2.5 md:px-7">
      {data ? (
        <Notice kind="accent" className="[overflow-wrap:anywhere]">
          <p className="whitespace-pre-line">
            <b className="font-semibold">Contacto seguro:</b> {data.sentence}
          </p>
        </Notice>
      ) : (
        <LoadFailed title="No se pudo cargar el contacto seguro." error={error} retry={refetch} />
      )}
    </div>
  )
}
