/** First names from elsewhere that people at European desks have, and short forms that they sign with. */
export const FIRST_NAMES_WORLD = `
aaliyah abdul abdullah abebe abena adaeze adama adebayo adel ade adnan ahmad ahmed aicha aisha aischa akira akua alejandra aleksandra
aleksander alessandro alessia ali alina amadou amal amara amina amir amira amit ana anahita ananya anastasia anders andrzej anh anika
anita anjali ante antonia antonio anwar aram arash arda ariana arjun arne arvid asha ashok asif astrid ata ayaan ayesha aylin ayse aziz azra
bahar bakary barbora bartosz bashir beata berat berk bilal binta bjorn blessing bogdan bojan borislav burak canan carlo catarina
cem ceyda chandra chen chiara chidi chinedu chioma claudio daiki dalia daria dariusz davide deepak deniz dewi diallo dimitri dina dmitri
dragan dusan ebru efe ela elif elin elina emeka emine emir emre enrico erik ersin esra ewa fadi fahima faisal farah farid fatih fatima fatma
fatou federica femi fenna filip fiona francesca fredrik funda gabriela giorgio giovanni giulia giuseppe goran grazyna grzegorz gudrun gul
gulsen hadi hakan halil halima halina halyna hamid hamza hana hanif hannu haruka haruto hasan hassan hatice hiroshi hoa hussein huseyin ibrahim
ifeoma igor ilaria ilias imran inga ingrid irina isabella isha ismail ivan ivana ivo iwona jacek jakub jamal jan janek jana jaroslav
jarmila javier jelena jin jiri joanna joao joost josip jovana jun kaan kader kamal kamil karan karim karolina kasia katarzyna kateryna kavita
kemal kenan kenji kerem khadija khalid khaled kiran kofi kojo kwame krzysztof ksenia lale lamine laila layla leila leyla lian ling liv
ljiljana lorenzo luan luca lucia luigi lukasz lubomir maciej magda mahmoud mai maja malgorzata malik malin mandla manuel marcin marco marek
mariam mariama marija mario marjan marko marta matteo mateusz mehdi mehmet mei meltem melek meryem mette mi michal miguel mikael mikko milan
milena min minh mira mirela miriam mirko mohamed mohammed mohammad monika moussa muhammad murat musa mustafa nadia nadja nam nasrin natalia
natasha nazli neha nguyen nia nihal nikola nikolai nikos nils nina noor nour nuno nuray nurten oksana ola oleg oleksandr olga omar onur
osman oumar ozan ozlem pablo paolo parisa patryk pavel pawel pedro peder per petra petr piotr predrag priya przemyslaw radek radoslav rafael
rahul raj rajesh ramona rania rashid ravi rayan recep reem reza ricardo riccardo rina roberto rohan roya rukhsana ryo sabina sadia saeed safiya
said salim salma sami samir samira sana sandeep sanjay sara sarita sasha satoshi sean seda sedat selim selin selma semra serap sergej sergei
serhat serkan sevgi shabnam shahid shanti shreya sibel siddharth simona sina sipho siri sita slavica snezana sofia sonja soren stanislav stefania
stefano suleyman sunil sunita svetlana swati taher tamar tanja tariq tatiana tatjana tenzin thabo thandi thi thomasz thuy tobi tom tomasz
tomas tomoko tugba tuncay uche umar usha vanja vasile vedat vera veronika vesna vijay viktor viktoria vincenzo vishal vlad vladimir volodymyr
wafa walid wang wei wendell wiktor wojciech xiao yan yaw yara yasemin yasin yasmin yasmina yasuko yelda yildiz ying yohannes yoko yuki yulia
yunis yunus yuri yusuf yusra yvette zahra zainab zara zbigniew zehra zeynep zineb zoran zsofia zuzana
alfie archie bea becca benji bernie bertie billie cass charlie chrissie connie danny dot dottie eddie ellie fabi fran frankie freddie gabi gerd
gina gitti gus hattie heinz heiner josie kalle kalli kathi katja kiki klausi leni lenni lena lottie lotti maddie manni matze mickey micha moni nell
nicki nicky nobbi olli paule pepe paco pili poldi resi rico rosie sanni sascha schorsch sepp shaz silke steffi susi toni tina trixi trudi ulla
vali vroni wolle xaver yannik zenzi ludmila ludovica eurydice barnabe ronan erwann aurele berangere onofre melchor venceslao consolacion
desamparados estibaliz martirio ghislain persephone halldor sigrid torben ulf urs reto beat walburga hedwig kilian korbinian
`
