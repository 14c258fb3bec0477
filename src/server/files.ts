import type { FastifyInstance } from 'fastify'
import { avatarsDoor } from '../capabilities/lawyers/files.server.ts'
import { idCardDoor } from '../capabilities/onboarding/files.server.ts'
import { documentsDoor } from '../capabilities/workspace/files.server.ts'
import type { FileDoor } from '../platform/files/door.server.ts'
import { fileRoutes } from '../platform/files/routes.server.ts'
import type { RunningPlatform } from './platform.ts'
import { requestContext } from './request-context.ts'

/** Every bucket that is open. One that is not here takes nothing and shows nothing. */
export const fileDoors: readonly FileDoor[] = [avatarsDoor, idCardDoor, documentsDoor]

export const uploadsAndDownloads = (
  app: FastifyInstance,
  platform: RunningPlatform,
  doors: readonly FileDoor[],
): Promise<void> =>
  fileRoutes(app, {
    platform,
    doors,
    contextOf: (request, reply) => requestContext(platform, request, reply),
  })
