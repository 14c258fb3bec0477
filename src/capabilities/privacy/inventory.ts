import { type DataInventory, joinTables } from '../../platform/personal-data/inventory.ts'
import { libraryTables, platformData } from '../../platform/personal-data/tables.ts'
import { accountsData } from '../accounts/data.ts'
import { calendarData } from '../calendar/data.ts'
import { casesData } from '../cases/data.ts'
import { chatData } from '../chat/data.ts'
import { closingsData } from '../closings/data.ts'
import { consentsData } from '../consents/data.ts'
import { documentsData } from '../documents/data.ts'
import { lawyersData } from '../lawyers/data.ts'
import { moderationData } from '../moderation/data.ts'
import { noticesData } from '../notices/data.ts'
import { onboardingData } from '../onboarding/data.ts'
import { openCasesData } from '../open-cases/data.ts'
import { plansData } from '../plans/data.ts'
import { progressData } from '../progress/data.ts'
import { proposalsData } from '../proposals/data.ts'
import { quickRepliesData } from '../quick-replies/data.ts'
import { reviewsData } from '../reviews/data.ts'
import { safeContactData } from '../safe-contact/data.ts'
import { searchData } from '../search/data.ts'
import { securityData } from '../security/data.ts'
import { verificationData } from '../verification/data.ts'
import { workspaceData } from '../workspace/data.ts'
import { privacyData } from './data.ts'

/** DAT-02: every table of the database, by name; those of libraries with their schema. */
export const dataInventory: DataInventory = joinTables([
  consentsData,
  accountsData,
  safeContactData,
  noticesData,
  securityData,
  lawyersData,
  onboardingData,
  verificationData,
  plansData,
  casesData,
  progressData,
  chatData,
  quickRepliesData,
  documentsData,
  proposalsData,
  openCasesData,
  closingsData,
  workspaceData,
  calendarData,
  reviewsData,
  searchData,
  moderationData,
  privacyData,
  platformData,
  libraryTables,
])
