import { LoadFailed, type LoadFailedProps } from '../../../ui/feedback/load-failed.tsx'
import { LoadingIndicator } from '../../../ui/feedback/spinner.tsx'
import { MESSAGES } from '../schema.ts'

export interface ProfileLoadingProps extends Pick<LoadFailedProps, 'level'> {
  query: { isPending: boolean; isFetching: boolean; refetch(): Promise<unknown> }
}

/** Placeholder for the own profile while it loads, or the error with a retry button. */
export function ProfileLoading({ level, query: { isPending, isFetching, refetch } }: ProfileLoadingProps) {
  if (isPending) return <LoadingIndicator />
  return (
    <LoadFailed
      level={level}
      title={MESSAGES.notLoaded}
      text="Revisa tu conexión e inténtalo de nuevo."
      primary
      pending={isFetching}
      retry={() => void refetch()}
    />
  )
}
