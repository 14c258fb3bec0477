import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readModel, type TriageModel } from './triage/model.ts'
import { type TriageResult, triageWithModel } from './triage/triage.ts'

/** Like the migrations, it is not in the build, but found from the project's folder. */
const MODEL_FILE = join('src', 'capabilities', 'search', 'triage', 'model.bin')

let modelPromise: Promise<TriageModel> | null = null
/** The model (about 2 MB), read at the first call. */
export function loadModel(): Promise<TriageModel> {
  modelPromise ??= readFile(MODEL_FILE).then((file) => readModel(new Uint8Array(file).buffer))
  return modelPromise
}

/** `triageWithModel` with the model of this repository. */
export async function triage(text: string): Promise<TriageResult> {
  return triageWithModel(await loadModel(), text)
}
