import { announceSignIn } from '../../../platform/session/sign-in-signal.ts'
import { toast } from '../../../ui/feedback/toast.ts'

/** AUT-03: what every way of signing in ends with. */
export function welcome(): void {
  announceSignIn()
  toast({ kind: 'success', title: '¡Bienvenido!', text: 'Has iniciado sesión correctamente.' })
}
