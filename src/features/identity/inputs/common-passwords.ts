/**
 * The passwords that guessing begins with, of those with 8 characters or more: from the widely published
 * lists of leaked passwords, in lower case.
 */
const listed = `
!qaz1qaz !qaz2wsx 00000000 000000000 0000000000 01234567 0123456789 0123456789a 0987654321 100200300 10101010
10203040 1020304050 1029384756 11111111 111111111 1111111111 1111111111111111 11112222 11119999 111222333
111222333444 11221122 11223344 112233445 1122334455 112233445566 11235813 12121212 121212121 1212121212
12312312 123123123 123123123123 12332112 123321123 12341234 12344321 1234512345 12345432 123454321 1234554321
12345612 123456123 123456654321 12345678 123456780 123456781 123456788 123456789 1234567890 1234567890a
1234567890q 1234567890qwe 1234567891 12345678910 1234567898 1234567899 123456789a 123456789abc 123456789q
123456789z 12345678a 12345678q 12345679 1234567a 1234567q 123456aa 123456ab 123456abc 123456asd 123456qq
123456qwe 123456qwerty 12345abc 12345abcd 12345asd 12345asdf 12345qwe 12345qwert 12345zxc 1234abcd 1234asdf
1234qwer 1234rewq 123654789 123698745 123789456 123abc123 123asd123 123qwe123 123qweasd 123qweasdzxc 123qwerty
12qw34er 12qwaszx 1314520a 13579246 135792468 1357924680 147147147 147258147 147258369 147258369a 147852369
14789632 147896321 147896325 1478963250 159357123 159357258 159357456 159753258 159951159 192837465 1a2b3c4d
1a2s3d4f 1password 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz!qaz 1qaz1qaz 1qaz2wsx 1qaz2wsx!
1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qaz@wsx 1qazxsw2 1qazxsw23edc 20202020 22222222 222222222 22334455 23232323
25252525 258258258 258369147 27182818 31415926 314159265 3141592654 321321321 33333333 333333333 36925814
369369369 42424242 44444444 444444444 45454545 456456456 50cent50 5201314520 5201314a 55555555 555555555
5555555555 55667788 66666666 666666666 69696969 6969696969 741741741 741852963 77777777 777777777 7777777777
78787878 789456123 7894561230 789456123a 789632145 789789789 852852852 87654321 88888888 888888888 8888888888
88888888a 90909090 963852741 963963963 98765432 987654321 9876543210 987654321a 98989898 99999999 999999999
9999999999 a11111111 a1234567 a12345678 a123456789 a12345678910 a1b2c3d4 a1b2c3d4e5 a5201314 aa123456
aa12345678 aa123456789 aaa12345 aaaa1111 aaaaa11111 aaaaaaaa aaaaaaaaa aaaaaaaaaa abc12345 abc123456
abc123456789 abc123abc abc@1234 abc@12345 abc@123456 abcabc123 abcd1234 abcd12345 abcd123456 abcd@1234
abcde123 abcdef123 abcdefg1 abcdefg123 abcdefgh abcdefghi abcdefghij abdullah abdullah1 access12 access123
access14 action12 admin123 admin123! admin1234 admin12345 admin123456 admin2020 admin@123 admin@1234
adminadmin administrator administrator1 adobe123 agnieszka ahmed123 aini1314 airborne aircraft airplane
alejandra alejandro alejandro1 aleksandr aleksandra alessandra alessandro alexander alexander1 alexandr
alexandra alexandre alexis123 alhamdulillah allah786 alphabet amanda12 amanda123 amazing1 america1 american
american1 amorcito amoremio amoremio1 anaconda andrea123 andrew12 andrew123 android1 angel123 angel1234
angelbaby angeleyes angelina angels12 anhyeuem anthony1 anthony123 anthony2 antonio1 anything apollo11
apple123 april123 aquarius aquarius1 archery1 argentina arizona1 arsenal1 arsenal123 asd12345 asd123456
asd123456789 asd123asd asdasd123 asdasdas asdasdasd asdf1234 asdf12345 asdfasdf asdfghj1 asdfghjk asdfghjk1
asdfghjkl asdfghjkl1 asdfghjkl123 asdfghjkl; asdfjkl; asdfqwer asdfzxcv asdqwe123 asdzxc123 ashley12 ashley123
assassin assassin1 asshole1 asshole123 astronaut atlantis attitude august12 australia autumn12 autumn123
autumn2020 autumn2021 autumn2024 avalanche avatar12 aviation azerty12 azerty123 azerty1234 azertyui azertyuiop
azertyuiop1 babyboy1 babyboy123 babycakes babydoll babygirl babygirl1 babygirl12 babygirl123 babygirl2
babylove backspace badboy12 banana12 banana123 bananas1 bandit12 barbie12 barcelona barcelona1 baritone
barney12 baseball baseball1 baseball12 baseball123 baseball2 basketba basketball basketball1 bassball
batman123 batman1234 bayern12 beatles1 beatrice beautifu beautiful beautiful1 because1 benjamin benjamin1
bernard1 bernardo besiktas1 bestfriend bethany1 beyonce1 bigboy12 bigdaddy bigdaddy1 bigdick1 bigmoney
bismilah bismillah bismillah1 bismillah123 bitch123 bitches1 blackberry blackbird blackcat blackcat1 blackdog
blackjack blackout blacksheep blessed1 blessing blink182 blossom1 blue1234 bluebell blueberry bluebird
blueblue bluemoon bluesky1 bonehead bonjour1 bonjour12 booboo12 boogie12 boomboom boomer12 borussia boston12
bowling1 bowling12 brandon1 brandon123 brasil12 brazil12 britain1 british1 britney1 brittany brittany1
broncos1 brooklyn brooklyn1 bubba123 bubbles1 bubbles12 bubbles123 buckeyes buddy123 buddy1234 budlight
bulgaria bulldog1 bulldogs bullshit buster12 buster123 butterball buttercu buttercup butterfl butterfly
butterfly1 butthead buttons1 calculator calendar california california1 callofduty calvin12 camaro69 cameron1
camille1 canada12 canada123 cannabis canon123 capricor capricorn captain1 cardinal cardinals carlos123
carolina caroline carpediem cartman1 cartoons casino12 cassandra cassie12 catdog12 cathedral catherine
celebrity cellphone celtic12 celtic1888 challenge champion champion1 champions changeme changeme1 changeme123
changeme123! charlie1 charlie123 charlotte charmander cheerlea cheerleader cheese12 cheesecake chelsea1
chelsea12 chelsea123 chelseafc cherokee chester1 chevelle chevrolet chevy123 cheyenne chicago1 chicago12
chicago23 chicken1 chickens children chinese1 chipmunk chocolat chocolate chocolate1 chopper1 chouchou
christ12 christian christian1 christin christina christine christmas christmas1 christop christopher church12
ciaociao cinnamon cinnamon1 classic1 claudia1 cleopatra clevelan cleveland clifford coca-cola cocacola
colombia colombia1 colorado colorado1 columbia comander commander commando complete computer computer1
computer12 computer123 concrete confused consuelo contact1 contrasena contrasenia contraseña control1 cookie12
cookie123 cookies1 cooking1 cool1234 coolcool cooldude coolgirl coolness corona12 corvette corvette1 coucou12
coucou123 cougars1 counter1 counterstrike country1 courtney courtney1 cowboy12 cowboys1 cowboys22 cowgirl1
crazy123 creation creative cricket1 cricket123 crimson1 cristian cristina crusader crystal1 crystal123
cupcake1 cupcakes cutiepie cutiepie1 daddy123 daddysgirl daisy123 daisydog dancer12 dancing1 daniel12
daniel123 danielito danielle danielle1 darkangel darklord darkness darkness1 darkside darthvader david123
davidson deathnote december december1 december12 december25 default1 default123 defender delta123 demolition
demon666 desperado destiny1 destiny123 detroit1 deutschland devil666 diablo12 diamond1 diamond123 diamonds
dickhead dickhead1 diego123 digimon1 dinosaur director disney12 disneyland dmitriy1 doberman dodgers1 doggie12
dolphin1 dolphin12 dolphins dolphins1 domingo1 dominic1 dominique donald12 dortmund1 doudou12 doudou123
dragon12 dragon123 dragon1234 dragonball dragonballz dragonfly dragons1 dreamcast dreamer1 dreaming dropbox1
drowssap drummer1 dynamite dynasty1 eagles12 easter12 eastside eclipse1 eduardo1 edward12 einstein einstein1
electric electro1 elephant elephants eleven11 elizabeth elizabeth1 emerald1 emerson1 emily123 eminem12
eminem123 engineer engineer1 england1 england123 enrique1 enterpri enterprise esmeralda espresso estrella
eternity eternity1 evangelion everlast everton1 everything evolution excalibu excalibur explorer explorer1
extreme1 facebook facebook1 facebook123 faith123 faithful falcons1 family12 family123 fantasia fantastic
fantasy1 fashion1 favorite fcbayern fearless february february1 february14 federico felicidad felicity
fenerbahce fernanda fernando ferrari1 final123 finalfan finalfantasy fireball firebird fireblade firefighter
firefire firefly1 fireman1 firewall fishhead fishing1 fishing12 flamengo flamingo flipper1 florence florida1
flower12 flower123 flowers1 football football1 football12 football123 football2 forever1 forever123 forever21
formula1 fortnite fortnite1 forzamilan fourteen france12 france98 francesca francesco francisco frankfurt
franklin frederic freedom1 freedom123 freeuser freewill friday13 friendly friends1 friends12 friends123
friends2 friendship friendster froggies frontier fuckoff1 fuckoff123 fuckthis fuckyou! fuckyou1 fuckyou12
fuckyou123 fuckyou2 fuckyou69 fullmoon fussball fussball1 futurama gabriel1 gabriela gabrielle galatasaray
galaxy12 gamecock gamecube gandalf1 ganesh123 gangsta1 gangster gangster1 garfield garrett1 gateway1 gators12
geheim123 gemini12 generals genesis1 genius12 germany1 geronimo ghostrider giants12 giovanni giraffe1 giuseppe
gizmo123 gladiato gladiator gmail123 godbless goddess1 godisgood godislove godzilla godzilla1 goldberg
golden12 goldfish goldfish1 goldstar golfer12 golfing1 gonzalez goodgirl goodluck goodmorning goodness
goodtime google12 google123 gorgeous graduate grandma1 grandpa1 graphics greatness green123 greenbay greenbean
greenday greenday1 gregory1 griffin1 grizzly1 guardian guardian1 guest123 guest1234 guillermo guitar12
guitar123 guitarra gundam00 gunners1 gustavo1 gymnast1 gymnastics hallo123 hallo1234 hallohallo halo1234
hamburg1 hamburg12 hamster1 handsome handyman hannah12 hannah123 happy123 happy1234 happyday happydays
happyface happyfeet hardcore hardcore1 hardrock harley12 harley123 harleydavidson haslo123 hasło123 hawaii50
headshot heartbeat heartless heather1 heaven12 heineken hellfire hello123 hello1234 hello12345 hello2you
hellohello hellokitty hellokitty1 helloworld hendrix1 highland highlander hihihihi hithere1 hockey12 hockey123
hogwarts hollywood hollywood1 holyspirit homer123 homework hondacivic honey123 honeybee hooligan horizon1
horses12 hotdog12 hotmail1 hotmail123 hotstuff hottie12 hottie123 houston1 hummer12 hunter12 hunter123
hunter1234 hunting1 hunting2 hurricane ibrahim1 icecream icecream1 icecream123 iceman12 identity ihateyou
ihateyou1 ilovegod ilovehim iloveindia iloveit1 iloveme1 iloveme123 iloveme2 ilovemom ilovemylife iloveu123
iloveyou iloveyou! iloveyou1 iloveyou12 iloveyou123 iloveyou2 iloveyou2! iloveyou22 iloveyou3 iloveyou7
iloveyoubaby iloveyouforever iloveyousomuch iloveyouu imagine1 imissyou immortal immortal1 imperial impossible
included india123 india@123 indonesia indonesia1 infinite infinity infinity1 ingenieur insanity insomnia
inspector inspiron instagram integra1 intelinside inter123 interest internacional internet internet1
internet123 invisible iphone12 ireland1 ironman1 isabel12 isabella isabella1 isabelle ishikawa israel12
istanbul istanbul1 italia12 italy123 jackass1 jackass123 jackdaniels jackie12 jackpot1 jackson1 jackson5
jacob123 jaimatadi jamaica1 james123 jamesbond jamesbond007 jamie123 janice12 january1 jasmine1 jasmine123
jasmine2 jellybea jellybean jellyfish jennifer jennifer1 jeremiah jeremy12 jerusalem jessica1 jessica123
jesus123 jesus1234 jesus777 jesuschrist jesusislord jingles1 jonathan jonathan1 jordan01 jordan12 jordan123
jordan1234 jordan23 jose1234 joseph12 joseph123 joshua12 joshua123 juan1234 juggalo1 juliana1 junior12
junior123 jupiter1 justdoit justice1 justin12 justin123 justinbieber juventus juventus1 juventus12 kamikaze
karate12 katherine kathleen kathryn1 kawasaki kentucky kevin123 keyboard keyboard1 killer12 killer123
killer1234 killer666 killers1 kimberly kimberly1 kingdom1 kingking kingkong kingston kissmyass kittens1
kitty123 kittycat kittycat1 knight12 knights1 knockout kochanie kochanie1 krishna1 krishna123 kristina
kristine lacrosse lacrosse1 ladybug1 ladybugs ladygaga lakers12 lakers24 lamborghini landscape laura123
lauren12 lavender lawrence leagueoflegends ledzeppelin lemonade leonardo leopard1 letmein! letmein1 letmein12
letmein123 letmeinn liberty1 lifeisgood lightnin lightning lincoln1 linda123 lindsay1 lindsey1 linkedin
linkinpark linkinpark1 liverpool liverpool1 liverpool123 lkjhgfds lkjhgfdsa login123 logitech lolipop1
lollipop lollipop1 lollol123 london12 london123 longhorn longhorns lorraine losangeles louisiana loulou12
lovebird lovebug1 lovelove lovely123 loveme123 lover123 lovers123 loveyou1 loveyou12 loveyou123 loveyou2
lucas123 lucifer1 lucky007 lucky123 lucky1234 lucky777 lyubov12 macdaddy machine1 mackenzie macromedia
madison1 madison123 madonna1 magic123 magician mahmoud1 mainland malachi1 malaysia manager1 manchester
manchester1 manunited maradona marathon march123 marcos12 margaret margarita maria123 marianne marie123
marijuana marines1 mario123 mariposa marketing marlboro marlboro1 marseille marseille13 marshall marshall1
marshmallow martinez massacre master12 master123 master1234 mastermind matkhau1 matrix12 matthew1 matthew123
matthew2 maverick maverick1 maximus1 medicine megadeth megaman1 melissa1 melissa123 memories memphis1 mercedes
mercedes1 mermaid1 messenger metallic metallica metallica1 mexicano mexico12 mexico123 michael1 michael12
michael123 michael1234 michael2 michelle michelle1 michigan michigan1 microsoft microsoft1 midnight midnight1
midnight12 miguel123 milan123 military millenium millions millwall minecraft minecraft1 minecraft123 minimoto
minnesota miracle1 mischief misiek12 mississippi mistress mitchell mnbvcxz1 mnbvcxz12 mnbvcxza modelsne
mohammed mohammed1 momdad12 mommy123 monalisa monday12 money123 money1234 moneymaker moneyman moneys12
monika12 monique1 monkey12 monkey123 monkey1234 monkeys1 monster1 monster123 monsters montana1 montecarlo
montreal moonlight moonlight1 morgan12 morpheus mortgage moscow12 mot2passe motdepasse motdepasse1
motherfucker motorola mountain mountain1 mountains movies12 mudar123 muenchen muhammad muhammad1 mulligan
mumbai123 murphy12 mushroom music123 musica12 musicman mustang1 mustang12 mustang69 mustangs mybaby12
mylove123 mymother mypassword myspace1 myspace123 mystery1 napoleon napoleon1 napoli12 napoli1926 naruto12
naruto123 nascar24 nascar88 natalia1 natalie1 natasha1 natasha12 nathalie nathan12 nathan123 natural1 negative
neverland newcastle newlife1 newpassword newport1 newports newspaper newyork1 newyork123 newyorkcity nicholas
nicholas1 nicolas1 nicolas12 nicole01 nicole12 nicole123 nightmare nightmare1 ninja123 nintendo nintendo1
nirvana1 nofear12 nokia123 noodles1 nopassword normandy nothing1 november november1 november11 november12
october1 october10 octopus1 oklahoma oklahoma1 okmnji98 oldpassword oliver12 oliver123 olivia12 olivia123
olympics omsairam onedirection onedirection1 onelove1 operator1 optimist orange12 orange123 oranges1 orchid12
original outlaw12 overkill overlord p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 p@ssword123 pa55w0rd
pa55word packers1 packers12 packers4 paintbal paintball pakistan pakistan1 pakistan12 pakistan123 pakistan786
paladin1 pallmall pantera1 panther1 panthers panthers1 paradise paradise1 paradox1 paranoid paris123 parker12
parola12 parola123 partner1 pass1234 pass12345 pass123456 pass@123 pass@1234 pass@word1 passcode passpass
passport passport1 passw0rd passw0rd! passw0rd1 passw0rd123 password password! password. password0 password00
password01 password02 password1 password1! password10 password11 password111 password12 password123
password123! password1234 password12345 password123456 password13 password2 password2020 password2021
password2022 password2023 password2024 password2025 password21 password22 password23 password3 password321
password4 password5 password6 password69 password7 password77 password8 password88 password9 password99
password@1 password@123 passwordpassword passwords passwort passwort1 passwort123 patricia patricia1 patrick1
patriots patriots1 peaches1 peanut12 peanut123 peanuts1 pearljam pebbles1 pedro123 peekaboo penelope penguin1
penguins pepsi123 perfect1 personal peter123 phantom1 philippines philips1 phoenix1 phoenix12 photoshop
photoshop1 pictures pikachu1 pineapple pinkfloyd pinkfloyd1 pinkpink pinky123 pirates1 pisces12 pittsburgh
pizza123 platinum platinum1 playboy1 playboy123 playboy69 players1 playstation pleasure plmokn12 poiuytre
poiuytrewq pokemon1 pokemon123 poker123 polska12 polska123 poohbear poohbear1 poohbear12 popcorn1 popeye12
popopopo porsche9 porsche911 portland portugal portugal1 poseidon positive postman1 powerful powerman predator
predator1 presario president pretty12 prince12 prince123 princesa princess princess1 princess12 princess123
princess2 princess3 princess4 privet12 privet123 problems producer professional professor promise1 property
property1 prosperity protected prototype psychology pumpkin1 pumpkin123 punkrock punkrock1 puppies1 puppy123
puppydog puppylove purple1! purple12 purple123 pussy123 pussycat q12345678 q123456789 q1w2e3r4 q1w2e3r4t5
q1w2e3r4t5y6 qawsedrf qaz12345 qaz123456 qaz123wsx qazqazqaz qazwsx123 qazwsxed qazwsxedc qazwsxedcrfv
qazxsw123 qqqqqqqq qqww1122 quicksilver qwaszx12 qwe123456 qwe123qwe qweasd123 qweasdzx qweasdzxc qweasdzxc1
qweasdzxc123 qweqwe123 qweqweqwe qwer1234 qwer12345 qwerasdf qwerasdfzxcv qwerqwer qwert123 qwert1234
qwert12345 qwertasdfg qwerty01 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty12345! qwerty123456
qwerty12345678 qwerty13 qwerty21 qwerty22 qwerty321 qwerty666 qwerty777 qwerty99 qwerty@123 qwertyqwerty
qwertyu1 qwertyui qwertyuio qwertyuiop qwertyuiop1 qwertyuiop12 qwertyuiop123 qwertyuiop[] qwertz123 qwertzui
qwertzuiop rabbit12 racecar1 rachel12 rahasia1 rahasia123 raiders1 raiders12 raiders13 rainbow1 rainbow123
rainbow2 rainbow7 rainbows rammstein random12 rangers1 rangers123 raspberry rasta123 rastaman raymond1
realmadrid realmadrid1 rebecca1 rebecca123 rebel123 red12345 reddevil redneck1 redred12 redskins redskins1
redsox04 redsox12 redwings redwings1 reliance remember remember1 republic resident residentevil revolution
rhiannon ricardo1 richard1 richard123 rihanna1 ringring robert12 robert123 roberto1 roblox123 rocknroll
rockstar rockstar1 rockstar12 rocky123 rockyou1 rodrigo1 rodriguez rollercoaster rolling1 romance1 romantic
romeo123 root1234 rootbeer rootroot rosebud1 rosemary runescape runescape1 running1 russia12 saibaba1 sailing1
sailormoon sairam123 salasana salasana1 salvador samantha samantha1 samsung1 samsung12 samsung123 samurai1
sanchez1 sandra12 sandwich santiago santiago1 sapphire sapphire1 sarah123 sasuke12 satan666 saturday saturn12
savannah savannah1 saxophone sayang123 sayangku scarface scarface1 schalke04 schalke1 schatz12 schatzi1
school12 school123 scooby12 scoobydoo scoobydoo1 scooter1 scorpio1 scorpion scorpion1 scotland scotland1
seahorse seattle1 sebastian sebastian1 secret12 secret123 security security1 senha123 senha1234 september
september1 september11 serenity serenity1 sergey123 sergio12 seventeen sevilla1 sexy1234 sexybaby sexybitch
sexygirl sexylady sexymama sexysexy shadow01 shadow11 shadow12 shadow123 shadow1234 shannon1 sharingan
sharon12 shepherd sheriff1 sherlock shitface shithead shithead1 shopping shorty12 showtime siemens1 sifra123
sifre123 silence1 silver12 silver123 silverado simpson1 simpsons simpsons1 singapore skate123 skateboard
skater12 skeleton skyline1 skywalker skywalker1 slayer666 sleeping slipknot slipknot1 smackdown smartass
smile123 smiles12 smokeweed smokey12 smokey420 smooth12 snickers snickers1 snoopdogg snoopy12 snoopy123
snowball snowball1 snowboard snowflake snowman1 snowwhite soccer10 soccer11 soccer12 soccer123 soccer13
soccer14 soccer15 socrates sofia123 softail1 softball softball1 softball12 software soleil12 soleil123
solution somebody someone1 something sometime sommer12 sommer123 sophie12 southpark southpark1 southside
spain123 spanish1 sparkle1 sparky12 special1 specialist speedway spencer1 spider12 spiderman spiderman1
spiderman123 spiderman2 spiderman3 spitfire spongebo spongebob spongebob1 sporting sports12 spring12 spring123
spring2020 spring2021 spring2022 spring2023 spring2024 squirrel squirrel1 standard stanford starcraft stardust
starfish stargate starlight starship starstar startrek startrek1 starwars starwars1 starwars123 stayaway
stealth1 steelers steelers1 stephani stephanie stephen1 sterling steven12 steven123 stonecold stranger
strawberry strength strikers student1 student123 stupid12 stupid123 subaru12 sublime1 submarine success1
success123 sugar123 sullivan summer01 summer05 summer06 summer07 summer08 summer09 summer10 summer11 summer12
summer123 summer2019 summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 summer69 summer99
summertime sunday12 sunflower sunflower1 sunlight sunrise1 sunset12 sunshine sunshine1 sunshine12 sunshine123
sunshine2 superboy superduper supergirl superhero superman superman1 superman12 superman123 supermario
supernatural supernova superstar superstar1 surfer12 surfing1 surprise survivor survivor1 suzuki123 sweden12
sweet123 sweet16x sweetgirl sweethea sweetheart sweetie1 sweetness sweetpea sweetpea1 sweets12 swimmer1
swimming swordfish sylvania sylvester symphony tarheels taurus12 taylor12 taylor123 teacher1 teamo123
teamomucho technics technology teddybea teddybear teddybear1 teiubesc telefono telephone temp1234 temporary
temppass tennessee tennis12 tequiero tequiero1 tequieromucho teresita terminal terminator terrible test1234
test12345 test123456 test@123 tester12 testing1 testing123 testtest texas123 theatre1 thebeatles thebest1
thegreat theking1 theman12 themaster theone12 thepassword theresa1 therock1 thomas12 thomas123 thriller
thuglife thuglife1 thunder1 thunder12 thunder123 thunderbird thursday tiffany1 tiffany123 tiger123 tigers12
tigger12 tigger123 timothy1 tinkerbe tinkerbell tinkerbell1 titanic1 toor1234 toronto1 toshiba1 tottenham
touchdown toyota12 tractor1 training transfer transformers transport treasure triangle triathlon trinidad
trinity1 triumph1 trombone trouble1 trucks12 truelove trumpet1 trustno1 trustno11 tuesday1 tuesday2 tupac123
turkey12 turtle12 turtle123 turtles1 tweety12 tweety123 twilight twilight1 twister1 twitter1 ukraine1 ultimate
ultimate1 undertak undertaker unicorn1 unicorns united12 universal universal1 universe universe1 universidad
university user1234 user12345 username vacation valentin valentina valentine valerie1 valhalla vampire1
vampire12 vampires vancouver vanessa1 vanessa123 vanilla1 vauxhall velocity venom123 vermont1 veronica
veronica1 victoria victoria1 victory1 vietnam1 viking12 vikings1 vincent1 violet12 violetta viper123 virginia
virginia1 vladimir vladimir1 volcom12 volleyba volleyball volleyball1 voyager1 walker12 wallace1 wang1234
warcraft warcraft1 warhammer warrior1 warriors warriors1 washington waterfall waterloo watermelon weasel12
webmaster wednesday weed1234 weed4200 weezer12 welcome! welcome01 welcome1 welcome12 welcome123 welcome1234
welcome2 welcome2020 welcome2021 welcome2022 welcome2023 welcome2024 welcome2025 welcome@123 welcomee werewolf
westham1 westlife westside westside1 wetpussy whatever whatever1 whatever123 whiskey1 whiteboy whitesox
whitewolf whitney1 whocares wildcat1 wildcats wildcats1 wildfire william1 william123 william2 windmill
windows1 windows10 windows12 windows7 windsurf winner12 winner123 winnerwinner winston1 winston12 winter12
winter123 winter2019 winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 wizard12 woaini12
woaini123 woaini1314 woaini520 wolf1234 wolfgang wolfman1 wolfpack wolverine wolverines wonderful wonderland
woodland woodstock wordpass worldofwarcraft wrangler wrestler wrestling wrestling1 xavier12 xbox1234 xbox3600
xbox360x xxxxxxxx yahoo123 yahoocom yamaha123 yamahar1 yankees1 yankees2 yellow11 yellow12 yellow123 yesterday
yorkshire youknow1 yourmama yourmom1 yourpassword youtube1 youtube123 yugioh12 zachary1 zachary123 zachary2
zaq123wsx zaq12wsx zaq1xsw2 zaq1zaq1 zeppelin zhang123 zildjian zombie12 zombies1 zxcasdqwe zxcasdqwe123
zxcv1234 zxcvasdf zxcvbn12 zxcvbn123 zxcvbnm, zxcvbnm,./ zxcvbnm1 zxcvbnm123 zxcvbnm123456 zxcvbnma zxcvzxcv
zxczxczxc zzzzzzzz
`;

const common = new Set(listed.trim().split(/\s+/));

/** True for a password that stands in the list, whatever its capitals. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize("NFKC").toLowerCase());
}
