/** Texts of the chat page; the texts of refusals are in schema.ts. */
export const TEXTS = {
  /** CHA-07. */
  choose: 'Selecciona un chat para empezar a conversar.',
  /** CHA-08. */
  noMessages: 'Sin mensajes aún',
  /** For a client who has not written yet. */
  begin:
    'Cuenta qué pasó y qué necesitas. La respuesta llega a este mismo chat; si puede tomar tu caso, te envía aquí una propuesta con sus honorarios.',
  /** CHA-19. */
  listFailed: 'No se pudieron cargar los chats.',
  /** CHA-20. */
  messagesFailed: 'No se pudieron cargar los mensajes.',
  /** OPEN-41. */
  none: 'No tienes chats todavía.',
  news: 'Mensajes nuevos',
} as const

/** After a number. */
export const unreadLabel = (count: number) => (count === 1 ? 'mensaje sin leer' : 'mensajes sin leer')
