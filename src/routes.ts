import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of Amparo, in the order of the specification's route table. */
export default [
  index('routes/home.tsx'),
  route('login', 'routes/login.tsx'),
  route('register', 'routes/register.tsx'),
  route('dashboard', 'routes/dashboard.tsx'),
  route('edit-profile', 'routes/edit-profile.tsx'),
  route('recuperar-contrasena', 'routes/recover-password.tsx'),
  route('restablecer-contrasena', 'routes/reset-password.tsx'),
  route('email-verification', 'routes/email-verification.tsx'),
  route('onboarding/verify-email', 'routes/verify-email.tsx'),
  route('correo-local', 'routes/local-mailbox.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
