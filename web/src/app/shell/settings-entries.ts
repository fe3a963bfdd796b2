// The pages of the settings in the navigation. Loaded for those who may have some of them: most people have none.
import {
  IconArrowsExchange,
  IconBellCog,
  IconBook2,
  IconBuilding,
  IconBuildingBank,
  IconEyeOff,
  IconFileImport,
  IconFileSearch,
  IconForms,
  IconHeartbeat,
  IconHistory,
  IconList,
  IconListCheck,
  IconLock,
  IconMail,
  IconPackageExport,
  IconPlugConnected,
  IconProgress,
  IconReceipt,
  IconRosetteDiscountCheck,
  IconShieldLock,
  IconSignature,
  IconTrash,
  IconUserShield,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react'
import type { Me } from '../../components/me-context.ts'
import { type Choice, feature } from './navigation-entries.ts'

const admin = ({ can }: Me) => can.administer
const payer = ({ can, organization }: Me) => can.administer && organization.type === 'Customer'

/** What administrators, and others who look after something, set for the organisation. */
export const settings: readonly Choice[] = [
  { to: '/administration/first-steps', label: 'First steps', icon: IconListCheck, shown: admin },
  { to: '/administration/organisation', label: 'Organisation', icon: IconBuilding, shown: admin },
  { to: '/administration/mail', label: 'Mail', icon: IconMail, shown: admin },
  { to: '/administration/notifications', label: 'Notifications', icon: IconBellCog, shown: admin },
  { to: '/people', label: 'People', icon: IconUsersGroup, shown: admin },
  {
    to: '/administration/law-firms',
    label: 'Law firms',
    icon: IconBuildingBank,
    shown: payer,
  },
  { to: '/administration/roles', label: 'Roles', icon: IconUserShield, shown: admin },
  { to: '/administration/types', label: 'Types and forms', icon: IconForms, shown: admin },
  { to: '/administration/clauses', label: 'Clauses', icon: IconBook2, shown: admin },
  { to: '/administration/document-reading', label: 'Document reading', icon: IconFileSearch, shown: admin },
  {
    to: '/administration/invoice-approvals',
    label: 'Invoice approvals',
    icon: IconReceipt,
    shown: feature('INVOICES', payer),
  },
  {
    to: '/administration/exchange-rates',
    label: 'Exchange rates',
    icon: IconArrowsExchange,
    shown: feature('INVOICES', payer),
  },
  {
    to: '/administration/tax-codes',
    label: 'Tax codes',
    icon: IconReceipt,
    shown: feature('INVOICES', payer),
  },
  {
    to: '/administration/billing-guidelines',
    label: 'Billing guidelines',
    icon: IconReceipt,
    shown: feature(
      'INVOICES',
      ({ can, organization }) => can.manageInvoices && organization.type === 'Customer',
    ),
  },
  { to: '/administration/lists', label: 'Lists', icon: IconList, shown: admin },
  { to: '/administration/import', label: 'Import', icon: IconFileImport, shown: admin },
  { to: '/security', label: 'Sign-in', icon: IconShieldLock, shown: admin },
  { to: '/administration/seals', label: 'Seals', icon: IconRosetteDiscountCheck, shown: admin },
  { to: '/administration/signing-services', label: 'Signing services', icon: IconSignature, shown: admin },
  {
    to: '/integration-clients',
    label: 'Integration clients',
    icon: IconPlugConnected,
    shown: ({ can }) => can.manageIntegrations,
  },
  { to: '/administration/bin', label: 'Bin', icon: IconTrash, shown: admin },
  { to: '/administration/holds', label: 'Legal holds', icon: IconLock, shown: admin },
  { to: '/administration/history', label: 'History', icon: IconHistory, shown: admin },
  {
    to: '/administration/webhooks',
    label: 'Webhooks',
    icon: IconWebhook,
    shown: ({ can }) => can.manageIntegrations,
  },
  { to: '/unattended', label: 'Records no one can open', icon: IconEyeOff, shown: admin },
  { to: '/administration/jobs', label: 'Background work', icon: IconProgress, shown: admin },
  {
    to: '/administration/health',
    label: 'Health',
    icon: IconHeartbeat,
    shown: ({ can }) => can.administerInstallation,
  },
  { to: '/administration/leaving', label: 'Export and deletion', icon: IconPackageExport, shown: admin },
]
