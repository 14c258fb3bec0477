import { sql } from 'kysely'
import type { TaskStatus } from '../capabilities/workspace/schema.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { createDocx, createPdf, createXlsx, drawDocumentPhoto } from './sample-documents.ts'
import { makeDocument, makeTask } from './workspace.ts'

interface SampleDocument {
  by: 'client' | 'lawyer'
  name: string
  minutesAfterStart: number
  bytes: () => Buffer | Promise<Buffer>
}

interface CaseContent {
  tasks: Record<TaskStatus, readonly string[]>
  documents: readonly SampleDocument[]
}

const DAY_MINUTES = 1_440

/** The case of Camila and Andrés: a landlord does not return the deposit. */
const DEPOSIT_CASE: CaseContent = {
  tasks: {
    por_analizar: [
      'Revisar la oferta de pago en dos cuotas',
      'Calcular reajustes e intereses de la garantía',
      'Pedir a la administración el detalle de gastos comunes',
    ],
    en_desarrollo: [
      'Redactar demanda de restitución de la garantía',
      'Ordenar las fotos del acta de entrega',
      'Citar a dos testigos del edificio',
    ],
    listo_para_cliente: [
      'Carta de cobro enviada por correo certificado',
      'Minuta con plazos y próximos pasos',
    ],
  },
  documents: [
    {
      by: 'client',
      name: 'Contrato de arriendo, página 1.jpg',
      minutesAfterStart: 180,
      bytes: () => drawDocumentPhoto('Contrato de arriendo'),
    },
    {
      by: 'client',
      name: 'Acta de entrega firmada.pdf',
      minutesAfterStart: 190,
      bytes: () =>
        createPdf('Acta de entrega del departamento', [
          'En Santiago, las partes dejan constancia de la entrega del departamento 1204.',
          '',
          'Estado general: bueno. Paredes pintadas, sin daños visibles.',
          'Se entregan dos juegos de llaves y el control del estacionamiento.',
          'Lectura del medidor de luz: 18.422. Lectura del medidor de agua: 906.',
          '',
          'La garantía de $520.000 se devuelve dentro de 30 días.',
        ]),
    },
    {
      by: 'lawyer',
      name: 'Carta de cobro.docx',
      minutesAfterStart: DAY_MINUTES + 40,
      bytes: () =>
        createDocx([
          'Santiago, carta de cobro de garantía',
          'De mi consideración: en representación de mi clienta, requiero el pago de $520.000 entregados en garantía.',
          'El plazo es de diez días corridos desde la recepción de esta carta.',
        ]),
    },
    {
      by: 'lawyer',
      name: 'Cálculo de reajustes.xlsx',
      minutesAfterStart: 6 * DAY_MINUTES,
      bytes: () =>
        createXlsx([
          ['Concepto', 'Monto'],
          ['Garantía', 520_000],
          ['Reajuste por IPC', 11_440],
          ['Interés corriente', 8_736],
          ['Total', 540_176],
        ]),
    },
  ],
}

/** Content of every other active case. */
const OTHER_CASES: CaseContent = {
  tasks: {
    por_analizar: ['Revisar los antecedentes del cliente'],
    en_desarrollo: ['Redactar el escrito principal'],
    listo_para_cliente: ['Minuta con plazos y próximos pasos'],
  },
  documents: [
    {
      by: 'lawyer',
      name: 'Resumen de la causa.pdf',
      minutesAfterStart: DAY_MINUTES,
      bytes: () =>
        createPdf('Resumen de la causa', [
          'Objetivo: resolver el asunto descrito en la propuesta aceptada.',
          'Primer paso: reunir los antecedentes y revisar plazos.',
          'Segundo paso: presentar el escrito y notificar a la contraparte.',
        ]),
    },
  ],
}

/**
 * Creates tasks and documents for every active case. Must run last, when all cases of the demonstration
 * exist.
 */
export async function createDemoWorkspace(platform: Platform): Promise<void> {
  const { rows } = await sql<{
    id: string
    client_id: string
    lawyer_id: string
    started_at: Date
    is_deposit_case: boolean
  }>`
    select c.id, c.client_id, c.lawyer_id, c.proposal_accepted_at as started_at,
      p.name = 'Camila Rojas Fuentes' and l.name = 'Andrés Contreras Muñoz' as is_deposit_case
    from cases c join profiles p on p.id = c.client_id join profiles l on l.id = c.lawyer_id
    where c.status in ('activo', 'en progreso')
    order by c.proposal_accepted_at, c.id
  `.execute(platform.db)
  for (const { id, client_id, lawyer_id, started_at, is_deposit_case: isDepositCase } of rows) {
    const { tasks, documents } = isDepositCase ? DEPOSIT_CASE : OTHER_CASES
    for (const [status, titles] of Object.entries(tasks))
      for (const title of titles)
        await makeTask(platform, { caseId: id, lawyerId: lawyer_id }, title, status as TaskStatus)
    for (const { by, name, minutesAfterStart, bytes } of documents) {
      const userId = by === 'client' ? client_id : lawyer_id
      const made = await makeDocument(platform, { caseId: id, userId, name, bytes: await bytes() })
      const time = new Date(Math.min(started_at.getTime() + minutesAfterStart * 60_000, Date.now() - 60_000))
      await sql`update case_documents set created_at = ${time} where id = ${made.id}`.execute(platform.db)
      await sql`update stored_files set created_at = ${time} where key = ${made.key}`.execute(platform.db)
    }
  }
}
