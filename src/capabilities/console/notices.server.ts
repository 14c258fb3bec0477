import { noticeSource } from '../../platform/notices/notice-kinds.ts'
import { findAdminName } from './store.server.ts'

/** DAT-62: the notice to the other administrators; `ref` is the one who was stopped. */
export const consoleNotices = noticeSource(
  {
    'lookups-stopped': {
      category: 'account',
      subject: 'Muchas búsquedas de personas',
      sentence: ({ name }: { about: null; name: string }) =>
        `${name} llegó al máximo de 60 búsquedas de personas en una hora.`,
      target: () => ({ path: '/admin/registro' }),
    },
  },
  async (db, _userId, refs) => {
    const facts = new Map<string, { about: null; name: string }>()
    for (const ref of refs) {
      const name = await findAdminName(db, ref)
      if (name !== null) facts.set(ref, { about: null, name })
    }
    return facts
  },
)
