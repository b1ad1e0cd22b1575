import type { SpeechPatterns } from './patterns.ts'

export const de: SpeechPatterns = {
  closing:
    /\b(?:auf wiedersehen|tschus|einen schonen (?:tag|abend)|schonen (?:tag|abend)|gute (?:reise|fahrt)|alles gute|gern(?:e)? geschehen|bitte ?schon|vielen dank fur (?:ihren|ihre|den)|danke fur (?:ihren|ihre))\b/,
  settled: /\b(?:sonst noch|noch etwas|weitere fragen|weiterhelfen\?|bei fragen|melden sie sich)\b/,
  asks: /\b(?:bitte (?:nennen|geben|senden|schicken|teilen|bestatigen|sagen|laden)|(?:konnten|konnen|wurden) sie (?:mir|uns|bitte|noch)|ich (?:brauche|benotige)|nennen sie|sagen sie mir|teilen sie mir)\b/,
  notSettled: /\bsagen sie (?:mir )?bescheid,? ob\b/,
  emptyQuestion: /\b(?:sonst noch|noch etwas|weitere fragen)\b/,
  proposes:
    /\b(?:soll(?:en)? (?:ich|wir)|mochten sie(?:,)? dass|wollen sie(?:,)? dass|darf ich|ist das (?:in ordnung|ok|okay|richtig|so recht)|sind sie (?:damit )?einverstanden|ware das|passt das|kann ich (?:das|die|den)? ?(?:so )?(?:\w+ )?(?:veranlassen|machen|stornieren|senden|schicken)|einverstanden\?)/,
  notProposal: /\b(?:wie|welche\w?|was|wann|wo)\b[^?]{0,20}\b(?:mochten sie|soll ich)\b/,
  refuses:
    /\b(?:kann (?:ich|wir)?[^.?]*\b(?:leider )?nicht|konnen wir[^.?]*\bnicht|leider[^.?]*\b(?:nicht|kein\w*)|nicht (?:moglich|erlaubt|gestattet|zulassig)|muss ich[^.?]*ablehnen|ablehnen|ausgeschlossen)\b/,
  notRefusal: /\b(?:wenn|falls) sie\b[^,.]*\bnicht\b|\bnicht (?:finden|gefunden|sehen)\b/,
  done: /\b(?:habe|haben|wurde|wurden|ist|sind)(?: [\w-]+){0,8} (?:ge\w+t|ge\w+en|\w+iert|\w+ge\w+(?:t|en)|versendet|veranlasst|erstattet|bestellt|verschickt|erledigt|ubergeben|weitergeleitet)\b|\berledigt\b/,
  notDone:
    /\b(?:wenn|sobald|falls|nachdem|ob|nicht)\b|\b(?:gefunden|gepruft|nachgesehen|erhalten|uberpruft|gesehen)\b/,
  handover:
    /\b(?:verbinde (?:sie|ich)|leite (?:sie|ich|das|den)|(?:an|mit) (?:eine\w?|meine\w?) (?:kolleg\w+|mitarbeiter\w*)|weitergeleitet|ubergebe|weiterleiten)\b/,
  notHandover: /\b(?:wenn|falls) sie (?:mochten|wollen|wunschen)\b/,
  comfort: /\b(?:tut mir (?:sehr )?leid|verstehe|entschuldig\w+|bedaure\w*)\b/,
  offer:
    /\b(?:kann|konnen|konnte) (?:ich|wir) (?:ihnen )?(?:stattdessen|aber|gern\w?|auch)\b|\balternativ\b|\bstattdessen\b/,
  proof: /\b(?:foto|bild|beleg|rechnung|nachweis|quittung|screenshot)(?:s|er|e)?\b/,
  greet: /^(?:hallo|guten (?:tag|morgen|abend)|willkommen|hi)\b/,
  waits: /\b(?:einen (?:moment|augenblick)|moment|ich (?:prufe|schaue|sehe)|bitte warten|gedulden)\b/,
}
