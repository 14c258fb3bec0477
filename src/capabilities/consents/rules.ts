export const LEGAL_DOCUMENTS = ['terminos', 'privacidad', 'anexo'] as const
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number]

export const DOCUMENT_NAMES: Readonly<Record<LegalDocument, string>> = {
  terminos: 'Términos y Condiciones',
  privacidad: 'Política de Privacidad',
  anexo: 'Anexo sobre la Ley N° 21.719',
}

/** Where the present words are. */
export const DOCUMENT_PATHS: Readonly<Record<LegalDocument, string>> = {
  terminos: '/terminos',
  privacidad: '/privacidad',
  anexo: '/privacidad#anexo-ley-21719',
}

export interface LegalVersion {
  document: LegalDocument
  /** The day of its words, YYYY-MM-DD. */
  version: string
  /** The first day on which they apply. */
  appliesFrom: string
  /** SHA-256 of its words, in hex, as tests/support/data/legal-text.tsx reads them from the page. */
  sha256: string
  /** What changed, for people. */
  summary: string
}

/** DAT-32: every version, the newest of a document last. Changed words need a new entry: a test compares them. */
export const LEGAL_VERSIONS: readonly LegalVersion[] = [
  {
    document: 'terminos',
    version: '2025-07-02',
    appliesFrom: '2025-07-02',
    sha256: '67cf41cf37517f0701d1cc4ab59f484e9fb0e427571df6a11b4bd035452fe0df',
    summary: 'Primera versión',
  },
  {
    document: 'privacidad',
    version: '2025-07-02',
    appliesFrom: '2025-07-02',
    sha256: 'cb662130840c8b44ef96f7dca991dbe7b54a5344cccc36d03341f836dba920ee',
    summary: 'Primera versión, precisada el 27 de noviembre de 2026',
  },
  {
    document: 'privacidad',
    version: '2026-11-28',
    appliesFrom: '2026-12-28',
    sha256: 'cdfb9767c990ddada721266c9354350ded22ef170d5c84c455100160207f04dd',
    summary:
      'Dice con qué palabras aceptas y consientes, y dónde lo retiras; qué cookies usamos; qué lee nuestro equipo de un reporte; qué puedes hacer si suspendemos tu cuenta, y dónde pides una copia',
  },
  {
    document: 'anexo',
    version: '2026-11-27',
    appliesFrom: '2026-12-01',
    sha256: '8151f7fafc1e17b0910a1f6d35d88024c60028ee33548a169f82acd9db72240f',
    summary: 'Primera versión',
  },
  {
    document: 'anexo',
    version: '2026-11-28',
    appliesFrom: '2026-12-01',
    sha256: 'a524b89fe01dafe99ec189d1938963180d82526f1fb6632bec2b3e05b05d9ea2',
    summary:
      'Dice quién responde por tus datos, dónde enviar tus solicitudes, hasta cuándo se guarda cada cosa y qué ve nuestro equipo',
  },
]

/** Identifies a version in URLs and in `ui/earlier-versions/`. */
export const versionId = ({ document, version }: Pick<LegalVersion, 'document' | 'version'>) =>
  `${document}-${version}`

/** The newest version of a document, also before it applies. */
export function newestVersion(document: LegalDocument): LegalVersion {
  const found = LEGAL_VERSIONS.findLast((one) => one.document === document)
  if (!found) throw new Error(`no version of ${document}`)
  return found
}

/** The version of the document after this one, also before it applies. */
export const nextVersion = (version: LegalVersion): LegalVersion | undefined =>
  LEGAL_VERSIONS.slice(LEGAL_VERSIONS.indexOf(version) + 1).find(
    ({ document }) => document === version.document,
  )

/** What a version is on a day, YYYY-MM-DD: it stays in force until the day from which the next applies. */
export function versionState(version: LegalVersion, today: string): 'future' | 'in_force' | 'replaced' {
  const next = nextVersion(version)
  if (next && (next.appliesFrom <= today || next.appliesFrom <= version.appliesFrom)) return 'replaced'
  return version.appliesFrom > today ? 'future' : 'in_force'
}

/** DAT-33: the versions that replaced another: people get a notice of them. */
export const CHANGED_VERSIONS = LEGAL_VERSIONS.filter(
  (version) => version !== LEGAL_VERSIONS.find(({ document }) => document === version.document),
)

/** DAT-28: shown under «Registrarse». */
export const REGISTER_SENTENCE =
  'Al crear tu cuenta aceptas los Términos y Condiciones y declaras conocer la Política de Privacidad.'

/** Labels of the buttons under `caseSentence`. */
export const PUBLISH_BUTTON = 'Enviar y Buscar Abogados'
export const REPUBLISH_BUTTON = 'Volver a publicar'
export const KEEP_BUTTON = 'Mantener publicada'
export const MARKET_BUTTON = 'Publicar en el mercado'

/** DAT-29: the day of the words of `caseSentence`. */
export const CASE_SENTENCE_VERSION = '2026-11-28'

/**
 * DAT-29, DAT-30: what pressing a button consents to, shown above it.
 * @param button its label
 * @param hasChildren whether the case mentions children
 * @param isHidden whether the case is not in the market (PLZ-66)
 */
export const caseSentence = (
  button: string,
  { hasChildren, isHidden = false }: { hasChildren: boolean; isHidden?: boolean },
) =>
  `Tu causa puede incluir datos sensibles. Al presionar "${button}" consientes expresamente en que Amparo los guarde y los muestre${
    isHidden ? ' solo al abogado que tú elijas' : ', sin tu nombre, a abogados verificados'
  }. Puedes retirarlo cuando quieras.${
    hasChildren ? ' La información de un menor de 14 años la entrega quien lo representa.' : ''
  }`

/** DAT-31: the day of the words of `externalAnalysisSentence`. */
export const EXTERNAL_ANALYSIS_VERSION = '2026-11-28'
/** @param server host of LLM_URL */
export const externalAnalysisSentence = (server: string) => `Tu texto se enviará a ${server} para analizarlo.`

/** Where a consent is given or withdrawn, as the ledger names it. */
export const SCREENS = {
  register: 'Registro',
  publish: 'Ingresa tu Causa',
  republish: 'Volver a publicar',
  keep: 'Pregunta en el panel',
  market: 'Publicar en el mercado',
  search: 'Búsqueda con inteligencia artificial',
  ownData: 'Tus datos',
} as const
export type Screen = (typeof SCREENS)[keyof typeof SCREENS]
