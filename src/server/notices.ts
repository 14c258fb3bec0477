import { chatNotices } from '../capabilities/chat/notices.server.ts'
import { closingNotices } from '../capabilities/closings/notices.server.ts'
import { documentNotices, documentRequestNotices } from '../capabilities/documents/notices.server.ts'
import { partnerNotices, reportNotices, sanctionNotices } from '../capabilities/moderation/notices.server.ts'
import { editNotices, openCaseNotices } from '../capabilities/open-cases/notices.server.ts'
import { lookNotices, privacyNotices, requestNotices } from '../capabilities/privacy/notices.server.ts'
import {
  awaitedUpdateNotices,
  promiseNotices,
  updateNotices,
} from '../capabilities/progress/notices.server.ts'
import { proposalNotices } from '../capabilities/proposals/notices.server.ts'
import { reviewNotices } from '../capabilities/reviews/notices.server.ts'
import { emailDisputeNotices } from '../capabilities/security/notices.server.ts'
import { dueTaskNotices, taskNotices } from '../capabilities/workspace/notices.server.ts'
import { joinNoticeKinds } from '../platform/notices/notice-kinds.ts'

/** The kinds of notices of all slices. */
export const noticeKinds = joinNoticeKinds([
  chatNotices,
  updateNotices,
  promiseNotices,
  awaitedUpdateNotices,
  documentNotices,
  documentRequestNotices,
  proposalNotices,
  openCaseNotices,
  editNotices,
  closingNotices,
  taskNotices,
  dueTaskNotices,
  reviewNotices,
  reportNotices,
  sanctionNotices,
  partnerNotices,
  privacyNotices,
  lookNotices,
  requestNotices,
  emailDisputeNotices,
])
