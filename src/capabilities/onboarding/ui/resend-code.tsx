export const SpamFolderHint = () => (
  <p className="text-small text-muted">¿No lo encuentras? Revisa las carpetas de Promociones y Spam.</p>
)

interface ResendCodeProps {
  /** Until another code may be asked for. */
  secondsLeft: number
  pending: boolean
  onPress(): void
}

/** Asks for another e-mailed code. */
export const ResendCode = ({ secondsLeft, pending, onPress }: ResendCodeProps) => (
  <div className="grid gap-1 border-t border-line pt-3">
    <button
      type="button"
      disabled={secondsLeft > 0}
      aria-disabled={pending}
      onClick={pending ? undefined : onPress}
      className="inline-flex min-h-11 items-center justify-self-start font-semibold text-primary-ink tabular-nums enabled:hover:underline disabled:font-medium disabled:text-muted"
    >
      {pending
        ? 'Enviando el código…'
        : secondsLeft > 0
          ? `Reenviar en ${secondsLeft} s`
          : '¿No recibiste el código? Reenviar'}
    </button>
    <SpamFolderHint />
  </div>
)
