/** Path prefixes without a footer, compared case-sensitively (FOO-03 to FOO-16, TRAP-12). */
export const PATHS_WITHOUT_FOOTER = [
  '/chat',
  '/submit-case',
  '/dashboard',
  '/onboarding/verify-email',
  '/onboarding/pending-review',
  '/email-verification',
  '/find-colleagues',
  '/admin/verify-profile',
  '/edit-lawyer-profile',
  '/casos-recientes',
  '/perfil-abogado',
  '/buscar-ia',
  '/case/',
  '/verify-profile/',
] as const

/** Whether a page has the footer. @param pathname without query */
export const hasFooter = (pathname: string) =>
  !PATHS_WITHOUT_FOOTER.some((prefix) => pathname.startsWith(prefix))
