import { sql } from 'kysely'
import type { CaseStatus } from '../capabilities/cases/schema.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'
import { makeActiveCase, makeOpenCase, type ProposalAttributes, sendText } from './conversations.ts'

interface PastCase {
  client: string
  lawyer: string
  specialty: string
  commune: string
  /** The client's description of the problem. */
  description: string
  proposal: ProposalAttributes
  startedDaysAgo: number
  status: CaseStatus
  /** The lawyer's last message. */
  lastMessage: string
}

const CAMILA = 'Camila Rojas Fuentes'
const ANDRES = 'Andrés Contreras Muñoz'

const PAST_CASES: readonly PastCase[] = [
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
    startedDaysAgo: 96,
    status: 'finalizado',
    lastMessage: 'Listo, Marcela: firmó el finiquito del arriendo y desistió del cobro.',
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
    startedDaysAgo: 61,
    status: 'finalizado',
    lastMessage: 'Llegó la segunda cuota del acuerdo, Patricio. Con eso queda pagado todo.',
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
    startedDaysAgo: 33,
    status: 'en progreso',
    lastMessage: 'La demanda quedó notificada. La audiencia es el jueves 10 a las 9:30.',
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
    startedDaysAgo: 140,
    status: 'finalizado',
    lastMessage: 'Camila, la tienda devolvió el total a tu tarjeta. Con eso cerramos la causa.',
  },
]

/** Clients who are not among the accounts of README.md. */
const OTHER_CLIENTS = ['Marcela Soto Cifuentes', 'Patricio Garrido Núñez', 'Daniela Muñoz Cárcamo']

/** Creates more cases for the dashboards, in addition to those of the demonstration's conversations. */
export async function createDemoPanels(platform: Platform): Promise<void> {
  for (const [at, name] of OTHER_CLIENTS.entries())
    await makeAccount(platform.db, { name, email: `clienta${at + 1}@demo.test` })
  for (const pastCase of PAST_CASES) await createPastCase(platform, pastCase)
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

/** Creates a case with the product's commands, then moves it into the past and marks everything as read. */
async function createPastCase(platform: Platform, pastCase: PastCase): Promise<void> {
  const parties = {
    clientId: await idOf(platform, pastCase.client),
    lawyerId: await idOf(platform, pastCase.lawyer),
  }
  const { caseId, chatId, proposalId } = await makeActiveCase(platform, parties, pastCase.proposal)
  await sendText(platform, chatId, parties.lawyerId, pastCase.lastMessage)
  const { title, specialty, commune } = titled(pastCase.specialty, pastCase.commune)
  const startedAt = new Date(Date.now() - pastCase.startedDaysAgo * 86_400_000)
  await sql`
    update cases set title = ${title}, specialty = ${specialty}, commune = ${commune}, description = ${pastCase.description},
      status = ${pastCase.status}, created_at = ${startedAt}, proposal_accepted_at = ${startedAt}
    where id = ${caseId}
  `.execute(platform.db)
  await sql`
    update proposals set created_at = ${startedAt}, decided_at = ${startedAt} where id = ${proposalId}
  `.execute(platform.db)
  await sql`
    update messages set created_at = ${startedAt} where chat_id = ${chatId}
  `.execute(platform.db)
  await sql`
    update chats set client_unread_count = 0, lawyer_unread_count = 0, client_read_seq = last_seq, lawyer_read_seq = last_seq,
      created_at = ${startedAt}, updated_at = ${startedAt}
    where id = ${chatId}
  `.execute(platform.db)
}
