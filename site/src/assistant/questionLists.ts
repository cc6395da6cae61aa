/** The questions that the ranking learns from, by list; the last ones (`UNSEEN_LAST`, `EXAMINED_LAST`) are scored and never learned from. */
import * as cases from './questions.cases.ts'
import * as examined from './questions.examined.cases.ts'
import * as examinedAgain from './questions.examinedAgain.cases.ts'
import * as heldOut from './questions.heldOut.cases.ts'
import { UNANSWERED_NEAR } from './questions.unanswered.cases.ts'
import * as unseen from './questions.unseen.cases.ts'

export const questionLists = {
  asked: cases.ASKED,
  typed: cases.TYPED,
  heldOut: cases.HELD_OUT,
  heldOutTyped: heldOut.HELD_OUT_TYPED,
  heldOutFresh: heldOut.HELD_OUT_FRESH,
  unseen: unseen.UNSEEN,
  examined: examined.EXAMINED,
  examinedAgain: examinedAgain.EXAMINED_AGAIN,
} as const satisfies Readonly<Record<string, readonly cases.QuestionCase[]>>

export const unansweredLists = {
  first: cases.UNANSWERED,
  heldOut: cases.HELD_OUT_UNANSWERED,
  heldOutTyped: heldOut.HELD_OUT_UNANSWERED_TYPED,
  heldOutFresh: heldOut.HELD_OUT_UNANSWERED_FRESH,
  unseen: unseen.UNSEEN_UNANSWERED,
  examined: examined.EXAMINED_UNANSWERED,
  examinedAgain: examinedAgain.EXAMINED_AGAIN_UNANSWERED,
  near: UNANSWERED_NEAR,
} as const
