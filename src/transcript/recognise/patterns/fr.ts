import type { SpeechPatterns } from './patterns.ts'

export const fr: SpeechPatterns = {
  closing:
    /\b(?:au revoir|a bientot|bonne (?:journee|soiree|fin)|bon (?:voyage|week-end)|je vous (?:en prie|souhaite)|avec plaisir|merci (?:de nous avoir|d'avoir|pour votre (?:achat|confiance)))\b|\bde rien\b/,
  settled: /\b(?:autre chose|d'autres questions|n'hesitez pas|si vous avez besoin)\b/,
  asks: /\b(?:veuillez (?:indiquer|fournir|me|nous|preciser|confirmer|envoyer)|merci de (?:me|nous|fournir|indiquer|preciser)|j'ai besoin (?:de|du|d')|pourriez-vous|pouvez-vous|indiquez|donnez-moi|dites-moi|il me faut)\b/,
  notSettled: /\bdites-moi si (?:cela|ca)\b/,
  emptyQuestion: /\b(?:autre chose|d'autres questions)\b/,
  proposes:
    /\b(?:voulez-vous que|souhaitez-vous que|souhaitez-vous (?:continuer|proceder)|dois-je|puis-je (?:proceder|envoyer|annuler|faire|continuer)|est-ce que cela vous convient|cela vous convient|etes-vous d'accord|d'accord pour|confirmez-vous|vous convient)\b|\bca vous va\b/,
  notProposal: /\b(?:comment|quel|quelle|quand|ou|combien)\b[^?]{0,20}\b(?:souhaitez|voulez)-vous\b/,
  refuses:
    /\b(?:ne (?:peux|pouvons|peut|pourrai|pourrons|sommes|suis)(?: \w+)? pas|n'est pas (?:possible|autorise|eligible|permis)|impossible|malheureusement.*\bpas|refuser)\b/,
  notRefusal: /\bsi vous ne (?:pouvez|l'avez|avez)\b|\bne (?:trouve|trouvons|peux pas trouver|vois)\b/,
  done: /\b(?:j'ai|nous avons|a ete|ont ete|c'est)(?: \w+){0,2} (?:\w+e|\w+ee|\w+es|fait|\w+i|mis|transmis|rembourse)\b(?!\s+que)|\bc'est fait\b/,
  notDone:
    /\b(?:si|quand|une fois|des que|apres)\b[^,.]*\b(?:a ete|ont ete|aura)\b|\bj'ai (?:trouve|verifie|bien recu|vu|besoin|consulte|compris)\b|\bpas\b/,
  handover:
    /\b(?:je vous (?:transfere|mets en relation|passe)|vais vous (?:transferer|mettre)|j'ai (?:transmis|transfere)|un collegue)\b/,
  notHandover: /\bsi vous (?:le )?(?:souhaitez|voulez)\b/,
  comfort: /\b(?:desole|navre|je comprends|toutes mes excuses|je m'excuse)\w*\b/,
  offer: /\b(?:je peux|nous pouvons) (?:vous )?(?:proposer|offrir|envoyer)\b|\ben revanche\b|\bsinon\b/,
  proof: /\b(?:photo|image|recu|facture|preuve|justificatif|capture)s?\b/,
  greet: /^(?:bonjour|bonsoir|bienvenue|salut)\b/,
  waits:
    /\b(?:un (?:instant|moment)|une (?:seconde|minute)|je (?:verifie|regarde|consulte)|laissez-moi|patient(?:ez|er))\b/,
}
