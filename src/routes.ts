import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of Amparo, in the order of the specification's route table. */
export default [
  index('routes/home.tsx'),
  route('login', 'routes/login.tsx'),
  route('register', 'routes/register.tsx'),
  route('dashboard', 'routes/dashboard.tsx'),
  route('lawyer-dashboard', 'routes/old-dashboard.tsx', { id: 'lawyer-dashboard' }),
  route('client-dashboard', 'routes/old-dashboard.tsx', { id: 'client-dashboard' }),
  route('edit-profile', 'routes/edit-profile.tsx'),
  route('recuperar-contrasena', 'routes/recover-password.tsx'),
  route('restablecer-contrasena', 'routes/reset-password.tsx'),
  route('email-verification', 'routes/email-verification.tsx'),
  route('onboarding/verify-email', 'routes/verify-email.tsx'),
  route('onboarding/pending-review', 'routes/pending-review.tsx'),
  route('terminos', 'routes/terms.tsx'),
  route('privacidad', 'routes/privacy.tsx'),
  route('correo-local', 'routes/local-mailbox.tsx'),
  route('_ui', 'routes/ui-gallery.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
