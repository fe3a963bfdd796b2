// The texts of the list of people.
import { counted } from '../../../lib/counted.ts'

export const texts = {
  title: 'People of your organisation',
  find: 'Find people by name or address',
  found: (count: number) => counted(count, 'person', 'people'),
  more: 'Show more',
  role: 'Role',
  anyRole: 'Any role',
  status: 'Status',
  anyStatus: 'Active or disabled',
  statuses: { Active: 'Active', Disabled: 'Disabled' },
  team: 'Team',
  anyTeam: 'Any or none',
  department: 'Department',
  anyDepartment: 'Any or none',
  noDepartment: 'None',
  clear: 'Clear',
  exportXlsx: 'Export as XLSX',
  exportCsv: 'Export as CSV',
} as const
