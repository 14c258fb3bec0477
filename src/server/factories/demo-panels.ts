import { sql } from 'kysely'
import type { CaseStatus } from '../../capabilities/cases/schema.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'
import { makeActiveCase, makeOpenCase, type ProposalSketch, say } from './conversations.ts'

interface Past {
  client: string
  lawyer: string
  specialty: string
  commune: string
  /** What the client told. */
  description: string
  proposal: ProposalSketch
  /** Days ago that it began. */
  began: number
  status: CaseStatus
  /** The lawyer's last words. */
  last: string
}

const CAMILA = 'Camila Rojas Fuentes'
const ANDRES = 'Andrés Contreras Muñoz'

const PASTS: readonly Past[] = [
  {
    client: 'Marcela Soto Cifuentes',
    lawyer: ANDRES,
    specialty: 'Arriendo (conflictos)',
    commune: 'La Florida',
    description:
      'El arrendador quiere cobrarme los arreglos de una filtración que avisé dos veces por escrito. Tengo los correos y las fotos.',
    proposal: {
      summary: 'Respuesta al cobro y negociación con el arrendador.',
      fee: 160_000,
      conditions: [],
    },
    began: 96,
    status: 'finalizado',
    last: 'Listo, Marcela: firmó el finiquito del arriendo y desistió del cobro.',
  },
  {
    client: 'Patricio Garrido Núñez',
    lawyer: ANDRES,
    specialty: 'Contratos (revisión o incumplimiento)',
    commune: 'Quilicura',
    description:
      'Contraté la remodelación de la cocina, pagué el 70% y el maestro dejó la obra botada hace un mes.',
    proposal: {
      summary:
        'Demanda de resolución del contrato con devolución de lo pagado, hasta la audiencia de conciliación.',
      fee: 210_000,
      conditions: ['Pago en dos cuotas'],
    },
    began: 61,
    status: 'finalizado',
    last: 'Llegó la segunda cuota del acuerdo, Patricio. Con eso queda pagado todo.',
  },
  {
    client: 'Daniela Muñoz Cárcamo',
    lawyer: ANDRES,
    specialty: 'Arriendo (conflictos)',
    commune: 'Maipú',
    description: 'Arriendo una casa que heredé y llevan cinco meses sin pagar ni el arriendo ni la luz.',
    proposal: {
      summary: 'Demanda de término de arriendo por no pago y cobro de rentas, hasta el lanzamiento.',
      fee: 450_000,
      conditions: ['40% al comenzar y 60% al recuperar la casa'],
    },
    began: 33,
    status: 'en progreso',
    last: 'La demanda quedó notificada. La audiencia es el jueves 10 a las 9:30.',
  },
  {
    client: CAMILA,
    lawyer: 'Catalina Undurraga Prieto',
    specialty: 'Contratos (revisión o incumplimiento)',
    commune: 'Ñuñoa',
    description: 'Compré un refrigerador que falló a la semana y la tienda solo ofrece repararlo.',
    proposal: {
      summary: 'Carta a la tienda y, si no responde, demanda ante el juzgado de policía local.',
      fee: 120_000,
      conditions: [],
    },
    began: 140,
    status: 'finalizado',
    last: 'Camila, la tienda devolvió el total a tu tarjeta. Con eso cerramos la causa.',
  },
]

/** Clients of theirs who are nobody's account in README. */
const OTHERS = ['Marcela Soto Cifuentes', 'Patricio Garrido Núñez', 'Daniela Muñoz Cárcamo']

/** What the panels of the demo's people list beside the cases of their conversations. */
export async function createDemoPanels(platform: Platform): Promise<void> {
  for (const [at, name] of OTHERS.entries())
    await makeAccount(platform.db, { name, email: `clienta${at + 1}@demo.test` })
  for (const past of PASTS) await live(platform, past)
  const waiting = await makeOpenCase(platform, await idOf(platform, CAMILA), {
    ...titled('Herencias y posesiones', 'Quinta Normal'),
    description:
      '¿Qué relación tenías con la persona fallecida? Otro familiar o heredero\nDescribe los bienes de la herencia y cuéntanos si hay testamento o desacuerdo entre los herederos. Una casa antigua de mi abuela. Somos siete nietos y nadie hizo la posesión efectiva.',
  })
  await sql`
    update cases set created_at = now() - interval '51 hours' where id = ${waiting}
  `.execute(platform.db)
}

const titled = (specialty: string, commune: string) => ({
  title: `Consulta de ${specialty} en ${commune}`,
  specialty,
  commune,
})

async function idOf(platform: Platform, name: string): Promise<string> {
  const { id } = await platform.db
    .selectFrom('profiles')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

/** Lives a case as people would, then puts it where it belongs in time; nothing of it is unread. */
async function live(platform: Platform, past: Past): Promise<void> {
  const parties = {
    clientId: await idOf(platform, past.client),
    lawyerId: await idOf(platform, past.lawyer),
  }
  const { caseId, chatId, proposalId } = await makeActiveCase(platform, parties, past.proposal)
  await say(platform, chatId, parties.lawyerId, past.last)
  const { title, specialty, commune } = titled(past.specialty, past.commune)
  const began = new Date(Date.now() - past.began * 86_400_000)
  await sql`
    update cases set title = ${title}, specialty = ${specialty}, commune = ${commune}, description = ${past.description},
      status = ${past.status}, created_at = ${began}, proposal_accepted_at = ${began}
    where id = ${caseId}
  `.execute(platform.db)
  await sql`
    update proposals set created_at = ${began}, decided_at = ${began} where id = ${proposalId}
  `.execute(platform.db)
  await sql`
    update messages set created_at = ${began} where chat_id = ${chatId}
  `.execute(platform.db)
  await sql`
    update chats set client_unread_count = 0, lawyer_unread_count = 0, client_read_seq = last_seq, lawyer_read_seq = last_seq,
      created_at = ${began}, updated_at = ${began}
    where id = ${chatId}
  `.execute(platform.db)
}
