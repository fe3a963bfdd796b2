// The words of questions, answers, decisions and appeals.
import { counted } from '../../../lib/counted.ts'

export const exchangeTexts = {
  title: 'Questions and appeals',
  waitsForFirm: (day: string) => `Waits for the law firm until ${day}.`,
  waitsForYou: (day: string) => `Answer until ${day}.`,
  waitsForDecision: 'The law firm has appealed.',
  waitsForPayer: 'Your appeal waits for a decision.',
  over: (day: string) => `No answer until ${day}.`,
  accepted: 'The law firm has accepted the decisions.',
  youAccepted: 'You have accepted the decisions.',
  line: (number: number, description: string) => `Line ${number}: ${description}`,
  whole: 'The reduction of the whole invoice',
  takenOff: (amount: string, note: string) => `${amount} taken off${note === '' ? '' : `: ${note}`}`,
  percent: (percent: number) => `${percent} %`,
  question: 'Question',
  answer: 'Answer',
  noAnswer: 'No answer',
  reason: 'Why this should be paid',
  appealed: 'Appeal',
  outcomes: { Restored: 'Restored', PartlyRestored: 'Restored in part', Stays: 'Stays as decided' },
  waits: 'Waits for a decision',
  billedAndLeft: (billed: string, left: string) => `${billed} billed, ${left} approved`,
  note: 'Note to the law firm',
  why: 'Reason for the law firm',
  approvedNow: 'Approved now, without tax',
  takenNow: 'Taken off now, without tax',
  outcome: 'Decision',
  due: 'Last day for the law firm',
  dueHint: 'Without a day: after the working days of the settings.',

  ask: 'Ask the law firm',
  askTitle: 'Ask the law firm about lines',
  askHint: 'Once for each invoice: it waits until the firm has answered, or the day is over.',
  addLine: 'Add a line',
  chooseLine: 'Choose a line',
  removeLine: (number: number) => `Remove line ${number}`,
  remove: 'Remove',
  sendQuestions: (count: number) => `Send ${counted(count, 'question')}`,
  asked: 'Questions sent',

  sendAnswers: 'Send answers',
  answered: 'Answers sent',

  send: 'Send decisions to the firm',
  sendTitle: 'Send the decisions to the law firm?',
  sendText:
    'The firm sees what was decided on each line, and on the whole invoice, and accepts it or appeals. After that they only change where it appeals.',
  sent: 'Decisions sent',

  accept: 'Accept',
  acceptTitle: 'Accept the decisions?',
  acceptText: 'The invoice is approved with what they leave.',
  acceptedDone: 'Decisions accepted',
  appeal: 'Appeal',
  appealTitle: 'Appeal against decisions',
  appealHint: 'Once for each invoice. Lines without a reason are accepted as they were decided.',
  sendAppeals: (count: number, whole: boolean) => {
    if (!whole) return `Appeal for ${counted(count, 'line')}`
    return count === 0 ? 'Appeal for the whole' : `Appeal for the whole and ${counted(count, 'line')}`
  },
  appealedDone: 'Appeal sent',

  decide: 'Decide on the appeal',
  decided: 'Decisions on the appeal sent',
  cancel: 'Cancel',
} as const
