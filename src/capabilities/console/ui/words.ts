export const ROLE_NAMES = { client: 'Cliente', lawyer: 'Abogado', admin: 'Administración' } as const

export const VERIFICATION_NAMES = {
  email_pending: 'Falta confirmar su correo',
  profile_pending: 'Falta completar su perfil',
  admin_pending: 'Perfil en revisión',
  verified: 'Verificado',
} as const
