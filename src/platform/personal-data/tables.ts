import { AUDIT_ACTIONS } from '../log/actions.ts'
import { LOOK_PURPOSES } from '../log/looks.ts'
import { BASES, BOOKKEEPING, type DataInventory, type DataTables, INTERNAL, OWN_ID } from './inventory.ts'
import { fileBuckets } from './stores.ts'

/** The looks of the team at a person's data, which are counted as the page shows them (DAT-36). */
const LOOKS = {
  unit: ['vez', 'veces'],
  origin: 'Se anota cada vez que alguien de nuestro equipo ve tus datos',
  period: 'Dos años',
  recipients: 'Tú y el operador de Amparo',
} as const

/** The tables of the technical base (DAT-02). */
export const platformData = {
  installation: {
    technical: 'Dice qué base de datos es esta.',
    columns: ['created_at', 'epoch', 'only_row'],
  },
  event_cursors: {
    technical: 'Dice hasta dónde leyó cada tarea los eventos.',
    columns: ['epoch', 'id', 'name', 'xid'],
  },
  events: {
    title: 'Señales de cambios',
    group: 'records',
    unit: ['cambio anotado', 'cambios anotados'],
    rows: { person: ['user_id'] },
    copiedAs: 'own',
    purpose: 'Que tus páginas abiertas muestren los cambios al momento',
    basis: BASES.contract,
    origin: 'Se anotan con cada cambio',
    period: 'Siete días',
    recipients: 'Solo tus propios dispositivos',
    export: { no: 'Son números que solo dicen a tus páginas que algo cambió.' },
    onDeparture: 'anonymised',
    columns: {
      id: INTERNAL,
      xid: BOOKKEEPING,
      user_id: INTERNAL,
      audience: BOOKKEEPING,
      kind: BOOKKEEPING,
      ref: INTERNAL,
      created_at: BOOKKEEPING,
    },
  },
  rate_limits: {
    technical:
      'Cuenta intentos por dirección IP, o por un resumen cifrado del correo; se borra al vencer cada plazo.',
    columns: ['count', 'key', 'window_start'],
  },
  mail_attempts: {
    technical: 'Dice si un correo salió, sin el destinatario ni el contenido; se borra a los 30 días.',
    columns: ['attempted_at', 'error', 'id', 'job_key', 'sent'],
  },
  local_mailbox: {
    title: 'Correos guardados en esta máquina',
    group: 'notices',
    unit: ['correo', 'correos'],
    rows: { address: 'recipient', since: 'sent_at' },
    copiedAs: 'own',
    purpose: 'Leer los correos en una instalación de prueba, que no los envía',
    basis: BASES.contract,
    origin: 'Los escribe Amparo; solo en una instalación local',
    period: 'Mientras tengas la cuenta',
    recipients: 'Quien usa esta máquina',
    sensitive: true,
    onDeparture: 'deleted',
    columns: {
      id: INTERNAL,
      recipient: 'Para',
      sender: 'De',
      subject: 'Asunto',
      text: 'Texto',
      html: {
        label: 'Texto con formato',
        export: { no: 'Es el mismo texto con formato.' },
      },
      headers: { ...BOOKKEEPING, purpose: 'Comprobar que un correo se puede dejar de recibir' },
      sent_at: 'Enviado',
    },
  },
  audit_log: {
    title: 'Registro de acciones',
    group: 'records',
    unit: ['acción', 'acciones'],
    rows: { person: ['actor_id'] },
    copiedAs: 'own',
    purpose: 'Poder comprobar después quién hizo qué con datos delicados',
    basis: BASES.security,
    origin: 'Se anota con cada acción',
    period: 'Sin tu nombre después de eliminar tu cuenta',
    recipients: 'Solo el operador de Amparo',
    onDeparture: 'anonymised',
    columns: {
      id: INTERNAL,
      actor_id: OWN_ID,
      action: { label: 'Acción', values: AUDIT_ACTIONS },
      object: INTERNAL,
      details: { label: 'Detalle', export: { no: 'Puede nombrar a otra persona.' } },
      person_id: {
        ...OWN_ID,
        ...LOOKS,
        label: 'Quién vio tus datos',
        purpose: 'Mostrarte quién de nuestro equipo vio tus datos',
        change: { label: 'Ver quién vio tus datos', to: '/mis-datos#quien-vio' },
      },
      purpose: {
        ...LOOKS,
        label: 'Para qué',
        purpose: 'Decirte para qué se vieron tus datos',
        values: LOOK_PURPOSES,
      },
      hidden_until: {
        ...BOOKKEEPING,
        purpose: 'No avisar de un reporte mientras se investiga, treinta días a lo más',
      },
      created_at: 'Fecha',
    },
  },
  stored_files: {
    title: 'Archivos que subiste',
    group: 'cases',
    unit: ['archivo', 'archivos'],
    rows: { person: ['owner_id'] },
    copiedAs: 'own',
    purpose: 'Guardar el archivo y saber quién puede abrirlo',
    basis: BASES.contract,
    origin: 'Los subiste tú',
    period: 'Mientras lo use tu perfil, una causa o una conversación',
    recipients: 'Quienes pueden ver el perfil, la causa o la conversación',
    sensitive: true,
    onDeparture: 'kept',
    columns: {
      key: {
        label: 'Dirección interna',
        export: { no: 'Es la dirección interna del archivo, que va entero en tu copia.' },
      },
      bucket: {
        label: 'Carpeta',
        sensitive: false,
        values: Object.fromEntries(Object.entries(fileBuckets).map(([bucket, { title }]) => [bucket, title])),
      },
      owner_id: OWN_ID,
      content_type: { label: 'Formato', sensitive: false },
      bytes: { label: 'Tamaño', sensitive: false },
      file_name: 'Nombre que le pusiste',
      state: BOOKKEEPING,
      sealed_with: { ...BOOKKEEPING, purpose: 'Saber qué clave abre el archivo cifrado' },
      created_at: { label: 'Subido', sensitive: false },
    },
  },
  retention_runs: {
    technical: 'Dice cuántas filas y archivos borró cada regla, sin nada de ellos.',
    columns: [
      'cut_off',
      'error',
      'files',
      'finished_at',
      'id',
      'period',
      'rows',
      'rule',
      'started_at',
      'title',
    ],
  },
  audit_seals: {
    technical: 'Comprueba que nadie cambió el registro de acciones, sin nada de él.',
    columns: ['id', 'last_row', 'rows', 'sealed_at', 'sha256'],
  },
  encryption_keys: {
    technical: 'Dice qué claves de cifrado están en uso, sin las claves.',
    columns: ['fingerprint', 'id', 'used_since'],
  },
} satisfies DataTables

/** Tables of libraries; outside the schema `public` with the name of theirs. */
export const libraryTables = {
  migrations: { technical: 'Dice qué cambios del esquema se aplicaron.', columns: ['name', 'timestamp'] },
  migrations_lock: {
    technical: 'Evita que dos procesos cambien el esquema a la vez.',
    columns: ['id', 'is_locked'],
  },
  'graphile_worker._private_jobs': {
    technical:
      'Tareas en cola: números internos; lo personal de un correo va cifrado. Una tarea hecha se borra al momento.',
    columns: [
      'attempts',
      'created_at',
      'flags',
      'id',
      'is_available',
      'job_queue_id',
      'key',
      'last_error',
      'locked_at',
      'locked_by',
      'max_attempts',
      'payload',
      'priority',
      'revision',
      'run_at',
      'task_id',
      'updated_at',
    ],
  },
  'graphile_worker._private_job_queues': {
    technical: 'Los nombres de las colas de tareas.',
    columns: ['id', 'is_available', 'locked_at', 'locked_by', 'queue_name'],
  },
  'graphile_worker._private_known_crontabs': {
    technical: 'Cuándo corrió cada tarea periódica.',
    columns: ['identifier', 'known_since', 'last_execution'],
  },
  'graphile_worker._private_tasks': {
    technical: 'Los nombres de las tareas.',
    columns: ['id', 'identifier'],
  },
  'graphile_worker.migrations': {
    technical: 'Dice qué cambios del esquema de la cola se aplicaron.',
    columns: ['breaking', 'id', 'ts'],
  },
} satisfies DataInventory
