/** First names, lower case. */
export const FIRST_NAMES_EN = `
aaron abdul abigail adam adrian agatha agnieszka ahmed aidan ailsa aisha aisling akiko alan albert alex
alexander alfie ali alice alison alistair ama amanda amber amelia amit amy andrea andrew angela angus anh
anil anita anjali ann anna anne annie anthony antonia aoife april archie arjun arthur ashley audrey austin
autumn ava ayesha barbara barnaby barry basil baz bea beatrice beatrix becky ben benjamin bernard bernice
beth bethany betty beverley bilal bill billy blake bob brad bradley brandon brenda brian bridget bronwyn
brooke bruce bryan caitlin callum cameron carl carla carol caroline catherine cathy cecilia charles charlie
charlotte chen cheryl chidi chloe chris christian christina christine christopher ciara cindy claire clara
clare clive colin colm connor conor corey cormac cornelius craig crystal cynthia dai daisy dale damian dan
daniel danielle danny darnell darren dave david dawn dean debbie deborah declan deepak denise dennis derek
dermot destiny dev diana diane dmitri dolores dominic donald donna doreen doris dorothy doug douglas drew
duncan dylan eddie edgar edith edna edward edwin eileen elaine eleanor elena eli eliza elizabeth ella ellen
ellie elliot elsie emily emlyn emma eoin eric erica erin ernest ethan ethel eugene eva evan eve evelyn faith
farah fatima faye felicity fenella fergus fiona florence frances francis frank fred freddie frederick freya
gail gareth gary gavin gaz gemma geoff geoffrey george georgia gerald geraldine gillian gina ginger gladys
glen glenn gloria gordon grace graham grant greg gregory gwen gwyneth halina hamish hamza hannah harold
harriet harry harvey hassan hayley hazel heath heather hector heidi helen helena henrietta henry hilary
hiroshi holly hope howard hugh hugo hunter hyun ian ibrahim ida imogen imran iona irene iris isaac isabel
isabella isla isobel ivan ivy jack jackie jacob jacqueline jade jake jamal james jamie jan jane janet janice
jared jasmine jason jasper jay jean jeff jeffrey jennifer jenny jeremy jerry jess jesse jessica jewel jill
jim jimmy jin jo joan joanna joanne joe joel john johnny jon jonathan jordan joseph josephine josh joshua
joy joyce juan judith judy julia julian julie june justin karen kate katherine kathleen kathryn kathy katie
kay keisha keith kelly ken kenji kenneth kerry kevin khadija kieran kim kimberly kiran kirsty kit kofi kwame
kyle lakshmi lance larry latoya laura lauren laurence lawrence leah lee leila len leo leon leonard lesley
leslie lewis liam lila lillian lily linda lindsay ling linh lisa liz lloyd logan lorna lorraine louis louise
lucas lucy luke lydia lynn mabel maddie madeleine madison maggie mairi malcolm marcus margaret maria marian
marie marilyn marion marjorie mark martha martin marvin mary maryam mathew matt matthew maureen maurice max
maxine may megan mei mei-ling melanie melissa melody mercy mia michael michelle mick mike mildred miles
millie milo min minh miranda miriam misty mitchell mohammed moira molly monica morag morgan muhammad muriel
nadia nancy naomi natalie natasha nathan neha neil nell ngozi nguyen niamh nicholas nick nicola nicole nigel
nina nisha noah noel noor nora norma norman oisin olga olive oliver olivia olu omar opal orla oscar ottilie
owen padraig pam pamela patience patricia patrick patsy paul paula pauline pearl peggy penny peregrine pete
peter phil philip philippa phillip phoebe phyllis piotr piper pippa polly pooja poppy priya prudence rachel
raj rajesh ralph ramesh ray raymond rebecca reed reggie rex rhiannon rhys richard rick ricky rita rob robert
roberta robin rodney roger rohan roisin roland ron ronald ronnie rory rosalie rosalind rose rosemary rosie
ross rowan roy roz ruby rupert russell rusty ruth ryan sage sally sam samantha samuel sandra sandy sanjay
saoirse sara sarah saul savannah scarlett scott sean sebastian shane shannon sharon shaun shaz sheila
shirley sian sidney sienna silas simon sinead siobhan skye soo sophia sophie stacey stan stanley stella
stephanie stephen sterling steve steven stewart stuart sue summer sunil sunita sunny susan suzanne svetlana
sybil sylvia tadhg tamara tanya tara ted teddy terence teresa terry thaddeus thanh thelma theo theodore
theresa thomas tiffany tilly tim timothy tina toby todd tom tommy tony tracey tracy travis trevor trinity
trudy tunde tyler tyrone ursula valerie vanessa vera verity vernon veronica vicky victor victoria vijay
vikram vincent viola violet virginia vivian walter wanda wayne wei wendy wilfred will william willow
winifred winnie winston yasmin yuki yusuf yvonne zach zachary zainab zara zoe
`
