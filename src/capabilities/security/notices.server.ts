import { noticeSource } from '../../platform/notices/notice-kinds.ts'
import { listClaimed } from './email-store.server.ts'

/** DAT-55: tells administrators that a disputed change of address waits for their decision; `ref` is the change. */
export const emailDisputeNotices = noticeSource(
  {
    'email-dispute': {
      category: 'account',
      subject: 'Un cambio de correo espera una decisión',
      sentence: () => 'Un cambio de correo en disputa espera una decisión del equipo.',
      target: () => ({ path: '/admin/solicitudes' }),
      isStillDue: ({ isWaiting }: { about: null; isWaiting: boolean }) => isWaiting,
    },
  },
  async (db, _userId, refs) =>
    new Map(
      (await listClaimed(db, refs)).map(({ id, state }) => [
        id,
        { about: null, isWaiting: state === 'en_revision' },
      ]),
    ),
)
