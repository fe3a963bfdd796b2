// What is said of who can see a record; loaded with its dialog.
import { counted } from '../../../lib/counted.ts'

export const viewersTexts = {
  title: 'Who can see this, and why',
  count: (count: number) => counted(count, 'person', 'people'),
  keptOut: (count: number) => `Not, because it is restricted: ${counted(count, 'person', 'people')}`,
  more: 'There are more people than are shown here.',
  reasons: {
    Owner: 'Owner',
    Manager: 'Manager',
    OwnerDelegate: 'Delegate of the owner',
    ManagerDelegate: 'Delegate of the manager',
    Member: 'One of the people on it',
    LawFirm: 'Of a law firm, and on it',
    Administrator: 'Sees all that is not restricted',
    Team: 'In its team',
    Intake: 'Manages intake, where it waits',
  },
}
