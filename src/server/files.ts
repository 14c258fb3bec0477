import { documentsPolicy } from '../capabilities/documents/files.server.ts'
import { avatarsPolicy } from '../capabilities/lawyers/files.server.ts'
import { idCardPolicy } from '../capabilities/onboarding/files.server.ts'
import { evidencePolicy } from '../capabilities/privacy/files.server.ts'
import type { BucketPolicy } from '../platform/files/bucket-policy.server.ts'

/** The policies of all buckets. A bucket without one accepts no uploads and serves no downloads. */
export const bucketPolicies: readonly BucketPolicy[] = [
  avatarsPolicy,
  idCardPolicy,
  documentsPolicy,
  evidencePolicy,
]
