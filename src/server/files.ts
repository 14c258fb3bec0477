import type { FastifyInstance } from 'fastify'
import { avatarsPolicy } from '../capabilities/lawyers/files.server.ts'
import { idCardPolicy } from '../capabilities/onboarding/files.server.ts'
import { documentsPolicy } from '../capabilities/workspace/files.server.ts'
import type { BucketPolicy } from '../platform/files/bucket-policy.server.ts'
import { fileRoutes } from '../platform/files/routes.server.ts'
import type { RunningPlatform } from './platform.ts'
import { requestContext } from './request-context.ts'

/** The policies of all buckets. A bucket without one accepts no uploads and serves no downloads. */
export const bucketPolicies: readonly BucketPolicy[] = [avatarsPolicy, idCardPolicy, documentsPolicy]

/** Registers the routes for uploads and downloads. */
export const registerFileRoutes = (
  app: FastifyInstance,
  platform: RunningPlatform,
  policies: readonly BucketPolicy[],
): Promise<void> =>
  fileRoutes(app, {
    platform,
    policies,
    contextOf: (request, reply) => requestContext(platform, request, reply),
  })
